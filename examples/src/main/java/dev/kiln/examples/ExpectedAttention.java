package dev.kiln.examples;

import static dev.kiln.lang.Tile.F16;
import static dev.kiln.lang.Tile.F32;

import dev.kiln.lang.F16;
import dev.kiln.lang.FloatTensor;
import java.util.stream.IntStream;

/**
 * The results of {@link Attention} in double precision.
 *
 * <p>What may go wrong on the way, for one query: each score is a sum over the head; each weight is
 * an exponential of a rounded difference of scores; the weights are rounded to half precision for
 * the second product; its result is a sum over the keys, divided by the sum of the weights.
 */
final class ExpectedAttention {
  /** Relative roundings of a weight besides its exponent's: exponential, rescaling, quotient. */
  private static final int ROUNDINGS = 16;

  private final FloatTensor<F16> q;
  private final float[] queries;
  private final float[] keys;
  private final float[] inputs;
  private final boolean isCausal;
  private final int n;
  private final int d;

  private ExpectedAttention(
      FloatTensor<F16> q, FloatTensor<F16> k, FloatTensor<F16> v, boolean isCausal) {
    this.q = q;
    this.queries = q.toFloats();
    this.keys = k.toFloats();
    this.inputs = v.toFloats();
    this.isCausal = isCausal;
    this.n = q.dim(1);
    this.d = q.dim(2);
  }

  /** {@code softmax(q · kᵀ / √d) · v} of every head. */
  static Expected of(FloatTensor<F16> q, FloatTensor<F16> k, FloatTensor<F16> v, boolean isCausal) {
    return new ExpectedAttention(q, k, v, isCausal).compute();
  }

  private Expected compute() {
    int rows = q.dim(0) * n;
    var values = new double[rows * d];
    var bounds = new double[rows * d];
    IntStream.range(0, rows).parallel().forEach(row -> row(row, values, bounds));
    return new Expected(values, bounds);
  }

  private void row(int row, double[] values, double[] bounds) {
    int firstKey = row / n * n;
    int seen = isCausal ? row % n + 1 : n;
    var weights = new double[seen];
    double scoreError = scores(row, firstKey, weights);
    double peak = max(weights);
    double sum = 0;
    double spread = 0;
    for (int j = 0; j < seen; j++) {
      spread = Math.max(spread, peak - weights[j]);
      weights[j] = Math.exp(weights[j] - peak);
      sum += weights[j];
    }
    double weightError =
        2 * scoreError + ErrorBound.unit(F32) * (2 * spread + ROUNDINGS + ErrorBound.walk(seen));
    for (int c = 0; c < d; c++) {
      double value = 0;
      double magnitudes = 0;
      double squares = 0;
      double inputSum = 0;
      for (int j = 0; j < seen; j++) {
        double input = inputs[(firstKey + j) * d + c];
        double term = weights[j] / sum * input;
        value += term;
        magnitudes += Math.abs(term);
        squares += term * term;
        inputSum += Math.abs(input);
      }
      double error =
          weightError * magnitudes
              + ErrorBound.roundedTerms(F16, magnitudes, squares)
              + ErrorBound.stored(F16, 0) * inputSum / sum
              + ErrorBound.sum(seen, magnitudes);
      values[row * d + c] = value;
      bounds[row * d + c] = error + ErrorBound.stored(F16, Math.abs(value) + error);
    }
  }

  /** Fills in the scores of a query; their largest error. */
  private double scores(int row, int firstKey, double[] scores) {
    double error = 0;
    for (int j = 0; j < scores.length; j++) {
      double magnitudes = 0;
      for (int c = 0; c < d; c++) {
        double term = (double) queries[row * d + c] * keys[(firstKey + j) * d + c] / Math.sqrt(d);
        scores[j] += term;
        magnitudes += Math.abs(term);
      }
      error = Math.max(error, ErrorBound.sum(d, magnitudes));
    }
    return error;
  }

  private static double max(double[] values) {
    double max = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      max = Math.max(max, value);
    }
    return max;
  }
}
