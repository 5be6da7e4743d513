package dev.kiln.examples;

import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.FloatType;
import java.util.stream.IntStream;

/** The results of {@link Gemm} in double precision. */
final class ExpectedProduct {
  private final FloatType dtype;
  private final float[] left;
  private final float[] right;
  private final int columns;
  private final int depth;
  private final double[] values;
  private final double[] bounds;

  private ExpectedProduct(FloatTensor<?> a, FloatTensor<?> b) {
    dtype = a.dtype();
    left = a.toFloats();
    right = b.toFloats();
    columns = b.dim(1);
    depth = a.dim(1);
    values = new double[a.dim(0) * columns];
    bounds = new double[values.length];
  }

  /** {@code max(a · b, 0)}, stored in the type of the factors. */
  static Expected relu(FloatTensor<?> a, FloatTensor<?> b) {
    var product = new ExpectedProduct(a, b);
    IntStream.range(0, a.dim(0)).parallel().forEach(product::row);
    return new Expected(product.values, product.bounds);
  }

  /** One row of the result; the bounds first gather the magnitudes of the terms. */
  private void row(int row) {
    int first = row * columns;
    for (int k = 0; k < depth; k++) {
      double scale = left[row * depth + k];
      for (int j = 0; j < columns; j++) {
        double term = scale * right[k * columns + j];
        values[first + j] += term;
        bounds[first + j] += Math.abs(term);
      }
    }
    for (int at = first; at < first + columns; at++) {
      double error = ErrorBound.sum(depth, bounds[at]);
      values[at] = Math.max(values[at], 0);
      bounds[at] = error + ErrorBound.stored(dtype, values[at] + error);
    }
  }
}
