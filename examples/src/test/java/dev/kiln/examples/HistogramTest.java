package dev.kiln.examples;

import static dev.kiln.lang.Tile.I32;
import static dev.kiln.lang.Tile.U8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The histogram of any number of bytes counts each once. */
@Tag("everywhere")
@Tag("gpu-sanitize")
final class HistogramTest {
  private static final int SIZE = Trial.constant(HistogramKernel.info(), "size");

  static IntStream lengths() {
    int size = Place.constants(HistogramKernel.info()).of("size");
    return IntStream.concat(
        IntStream.of(1, 7, 8, 3 * size, 5 * size - 1),
        Trial.around(size).stream().mapToInt(length -> length));
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
    for (Place place : Place.ALL) {
      try (var values = place.integers(U8, bytes);
          var counts = place.integers(I32, before)) {
        HistogramKernel.launch(values.tensor(), counts.tensor());
        values.checked();
        assertArrayEquals(expected, counts.checked().toInts(), () -> trial.text() + ", " + place);
      }
    }
    Place cpu = Place.ALL.getFirst();
    try (var values = cpu.integers(U8, bytes);
        var counts = cpu.integers(I32, before)) {
      Histogram.histogram(values.tensor(), counts.tensor(), SIZE);
      assertArrayEquals(
          expected, counts.checked().toInts(), () -> trial.text() + ", called directly");
    }
  }
}
