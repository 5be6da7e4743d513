package dev.kiln.examples;

import static dev.kiln.lang.Tile.F32;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RMSNorm along rows of every length. */
final class RmsNormTest {
  private static final int ROWS = 4;
  private static final int WIDTH = Trial.constant(RmsNormKernel.info(), "width");
  private static final float EPSILON = 1e-5f;

  /** Roundings besides those of the sum: mean, epsilon, reciprocal root, two products. */
  private static final int ROUNDINGS = 8;

  static Stream<Matrix> matrices() {
    return Matrix.around(ROWS, WIDTH);
  }

  @ParameterizedTest
  @MethodSource("matrices")
  void rowsGetTheirWeightsAsScale(Matrix matrix) {
    var trial = new Trial(matrix);
    try (var x = trial.normal(F32, matrix.m(), matrix.n());
        var weight = trial.normal(F32, matrix.n());
        var called = Trial.poisoned(F32, matrix.m(), matrix.n())) {
      Expected expected = norm(x.toFloats(), weight.toFloats());
      RmsNorm.rmsNorm(x, weight, called, EPSILON, WIDTH);
      trial.check("called directly", expected, called);
      Expected around = Expected.around(called.toFloats(), expected.bounds());
      for (var level : Trial.LEVELS) {
        try (var source = level.copy(x);
            var found = Trial.poisoned(F32, matrix.m(), matrix.n())) {
          RmsNormKernel.launch(source, weight, found, EPSILON);
          trial.check(level + " against double precision", expected, found);
          trial.check(level + " against the method", around, found);
        }
      }
    }
  }

  private static Expected norm(float[] x, float[] weight) {
    int n = weight.length;
    var values = new double[x.length];
    var bounds = new double[x.length];
    for (int first = 0; first < x.length; first += n) {
      double squares = 0;
      for (int at = first; at < first + n; at++) {
        squares += (double) x[at] * x[at];
      }
      double scale = 1 / Math.sqrt(squares / n + EPSILON);
      for (int j = 0; j < n; j++) {
        values[first + j] = x[first + j] * scale * weight[j];
        bounds[first + j] =
            ErrorBound.unit(F32)
                * (ErrorBound.walk(n) / 2 + ROUNDINGS)
                * Math.abs(values[first + j]);
      }
    }
    return new Expected(values, bounds);
  }
}
