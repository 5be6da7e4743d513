package dev.kiln.examples;

import static dev.kiln.lang.Tile.F32;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Vector addition of every length is exact. */
@Tag("everywhere")
@Tag("gpu-sanitize")
final class VectorAddTest {
  private static final int SIZE = Trial.constant(VectorAddKernel.info(), "size");

  static IntStream lengths() {
    int size = Place.constants(VectorAddKernel.info()).of("size");
    return IntStream.concat(
        IntStream.of(1, 7, 8, 3 * size, 5 * size - 1),
        Trial.around(size).stream().mapToInt(length -> length));
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void sumsAreRoundedOnce(int n) {
    var trial = new Trial("n = " + n);
    try (var a = trial.normal(F32, n);
        var b = trial.normal(F32, n)) {
      var expected = new float[n];
      for (int i = 0; i < n; i++) {
        expected[i] = a.get(i) + b.get(i);
      }
      trial.checkSame(
          expected,
          List.of(a, b),
          (in, c) -> VectorAdd.vectorAdd(in.get(0), in.get(1), c, SIZE),
          (in, c) -> VectorAddKernel.launch(in.get(0), in.get(1), c),
          n);
    }
  }
}
