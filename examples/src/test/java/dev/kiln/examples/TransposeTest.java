package dev.kiln.examples;

import static dev.kiln.lang.Tile.F32;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Transposition of matrices of every shape moves each element to its place. */
final class TransposeTest {
  private static final int SIZE = Trial.constant(TransposeKernel.info(), "size");

  static Stream<Matrix> matrices() {
    return Matrix.around(SIZE, SIZE);
  }

  @ParameterizedTest
  @MethodSource("matrices")
  void elementsChangePlaces(Matrix matrix) {
    var trial = new Trial(matrix);
    try (var x = trial.normal(F32, matrix.m(), matrix.n());
        var direct = Trial.poisoned(F32, matrix.n(), matrix.m())) {
      float[] expected = x.t().toFloats();
      Transpose.transpose(x, direct, SIZE);
      trial.checkSame("called directly", expected, direct.toFloats());
      for (var level : Trial.LEVELS) {
        try (var source = level.copy(x);
            var found = Trial.poisoned(F32, matrix.n(), matrix.m())) {
          TransposeKernel.launch(source, found);
          trial.checkSame(level.toString(), expected, found.toFloats());
        }
      }
    }
  }
}
