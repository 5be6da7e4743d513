package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/**
 * {@code y[i, j] = exp(x[i, j]) / Σ exp(x[i, ·])} along each row, for rows of any length.
 *
 * <p>Each block takes one row and walks along it three times: for its largest element, for the
 * exponentials relative to that, which cannot overflow, and to divide by their sum. The first walk
 * brings the row into the cache that the others read.
 */
final class Softmax {
  private Softmax() {}

  /** A row is taken {@code width} elements at a time, with a maximum and a sum for each of them. */
  @TileKernel
  @Variant("width=256")
  static void softmax(
      @Dims("m, n") FloatTensor<F32> x, @Dims("m, n") FloatTensor<F32> y, @Const int width) {
    int m = x.dim(0), n = x.dim(1);
    grid(
        m,
        (row) -> {
          var peaks = fragment(F32, width);
          var sums = fragment(F32, width);
          var one = fragment(F32, 1);
          fill(peaks, -INFINITY);
          for (int k : serial(ceilDiv(n, width))) {
            int first = k * width;
            parallel(
                min(width, n - first),
                (j) -> peaks.set(j, max(peaks.get(j), x.get(row, first + j))));
          }
          reduceMax(peaks, one, 0);
          float peak = one.get(0);
          clear(sums);
          for (int k : serial(ceilDiv(n, width))) {
            int first = k * width;
            parallel(
                min(width, n - first),
                (j) -> {
                  float power = exp(x.get(row, first + j) - peak);
                  sums.set(j, sums.get(j) + power);
                  y.set(row, first + j, power);
                });
          }
          reduceSum(sums, one, 0);
          float scale = 1 / one.get(0);
          parallel(n, (j) -> y.set(row, j, y.get(row, j) * scale));
        });
  }
}
