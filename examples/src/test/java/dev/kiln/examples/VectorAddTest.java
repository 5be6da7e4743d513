package dev.kiln.examples;

import static dev.kiln.lang.Tile.F32;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Vector addition of every length is exact. */
final class VectorAddTest {
  private static final int SIZE = Trial.constant(VectorAddKernel.info(), "size");

  static IntStream lengths() {
    return IntStream.concat(
        IntStream.of(1, 7, 8, 3 * SIZE, 5 * SIZE - 1),
        Trial.around(SIZE).stream().mapToInt(length -> length));
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void sumsAreRoundedOnce(int n) {
    var trial = new Trial("n = " + n);
    try (var a = trial.normal(F32, n);
        var b = trial.normal(F32, n);
        var direct = Trial.poisoned(F32, n)) {
      var expected = new float[n];
      for (int i = 0; i < n; i++) {
        expected[i] = a.get(i) + b.get(i);
      }
      VectorAdd.vectorAdd(a, b, direct, SIZE);
      trial.checkSame("called directly", expected, direct.toFloats());
      for (var level : Trial.LEVELS) {
        try (var left = level.copy(a);
            var found = Trial.poisoned(F32, n)) {
          VectorAddKernel.launch(left, b, found);
          trial.checkSame(level.toString(), expected, found.toFloats());
        }
      }
    }
  }
}
