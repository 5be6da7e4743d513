package dev.kiln.examples;

import static dev.kiln.lang.Tile.F32;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Softmax along rows of every length. */
@Tag("everywhere")
@Tag("gpu-sanitize")
final class SoftmaxTest {
  private static final int ROWS = 4;
  private static final int WIDTH = Trial.constant(SoftmaxKernel.info(), "width");

  /** Roundings besides those of the exponents and the sum: exponentials, rescaling, quotient. */
  private static final int ROUNDINGS = 16;

  static Stream<Matrix> matrices() {
    return Matrix.around(ROWS, Place.constants(SoftmaxKernel.info()).of("width"));
  }

  @ParameterizedTest
  @MethodSource("matrices")
  void rowsBecomeWeights(Matrix matrix) {
    var trial = new Trial(matrix);
    try (var x = trial.normal(F32, matrix.m(), matrix.n())) {
      trial.check(
          softmax(x.toFloats(), matrix),
          List.of(x),
          (in, y) -> Softmax.softmax(in.getFirst(), y, WIDTH),
          (in, y) -> SoftmaxKernel.launch(in.getFirst(), y),
          matrix.m(),
          matrix.n());
    }
  }

  private static Expected softmax(float[] x, Matrix matrix) {
    var values = new double[x.length];
    var bounds = new double[x.length];
    int n = matrix.n();
    for (int first = 0; first < x.length; first += n) {
      double peak = x[first];
      double lowest = x[first];
      for (int at = first; at < first + n; at++) {
        peak = Math.max(peak, x[at]);
        lowest = Math.min(lowest, x[at]);
      }
      double sum = 0;
      for (int at = first; at < first + n; at++) {
        values[at] = Math.exp(x[at] - peak);
        sum += values[at];
      }
      for (int at = first; at < first + n; at++) {
        values[at] /= sum;
        double roundings = 2 * (peak - lowest) + ROUNDINGS + ErrorBound.walk(n);
        bounds[at] = ErrorBound.unit(F32) * roundings * values[at];
      }
    }
    return new Expected(values, bounds);
  }
}
