package dev.kiln.examples;

import static dev.kiln.lang.Tile.I32;
import static dev.kiln.lang.Tile.U8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.kiln.lang.I32;
import dev.kiln.lang.IntTensor;
import dev.kiln.runtime.Device;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The histogram of any number of bytes counts each once. */
final class HistogramTest {
  private static final int SIZE = Trial.constant(HistogramKernel.info(), "size");

  static IntStream lengths() {
    return IntStream.concat(
        IntStream.of(1, 7, 8, 3 * SIZE, 5 * SIZE - 1),
        Trial.around(SIZE).stream().mapToInt(length -> length));
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void everyByteCountsOnce(int n) {
    var trial = new Trial("n = " + n);
    var bytes = new int[n];
    // Counts are added to what is there, and some bytes are far more frequent than others.
    int[] before = IntStream.range(0, 256).map(bin -> 3 * bin).toArray();
    int[] expected = before.clone();
    for (int i = 0; i < n; i++) {
      bytes[i] = Math.min(trial.below(512), 255);
      expected[bytes[i]]++;
    }
    for (var level : Trial.LEVELS) {
      try (var values = level.device().tensor(U8, n);
          var counts = counts(before);
          var direct = counts(before)) {
        values.copyFrom(bytes);
        HistogramKernel.launch(values, counts);
        assertArrayEquals(expected, counts.toInts(), () -> trial.text() + ", " + level);
        Histogram.histogram(values, direct, SIZE);
        assertArrayEquals(expected, direct.toInts(), () -> trial.text() + ", called directly");
      }
    }
  }

  private static IntTensor<I32> counts(int[] start) {
    IntTensor<I32> counts = Device.cpu().tensor(I32, start.length);
    counts.copyFrom(start);
    return counts;
  }
}
