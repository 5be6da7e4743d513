package dev.kiln.examples;

import static dev.kiln.lang.Tile.F32;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** RMSNorm along rows of every length. */
@Tag("everywhere")
@Tag("gpu-sanitize")
final class RmsNormTest {
  private static final int ROWS = 4;
  private static final int WIDTH = Trial.constant(RmsNormKernel.info(), "width");
  private static final float EPSILON = 1e-5f;

  /** Roundings besides those of the sum: mean, epsilon, reciprocal root, two products. */
  private static final int ROUNDINGS = 8;

  static Stream<Matrix> matrices() {
    return Matrix.around(ROWS, Place.constants(RmsNormKernel.info()).of("width"));
  }

  @ParameterizedTest
  @MethodSource("matrices")
  void rowsGetTheirWeightsAsScale(Matrix matrix) {
    var trial = new Trial(matrix);
    try (var x = trial.normal(F32, matrix.m(), matrix.n());
        var weight = trial.normal(F32, matrix.n())) {
      trial.check(
          norm(x.toFloats(), weight.toFloats()),
          List.of(x, weight),
          (in, y) -> RmsNorm.rmsNorm(in.get(0), in.get(1), y, EPSILON, WIDTH),
          (in, y) -> RmsNormKernel.launch(in.get(0), in.get(1), y, EPSILON),
          matrix.m(),
          matrix.n());
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
