package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/**
 * {@code y[i, j] = exp(x[i, j]) / Σ exp(x[i, j])} along each row, for rows of any length.
 *
 * <p>A first walk along the row keeps the largest element so far and the sum of exponentials
 * relative to it; when the largest element grows, the sum is scaled down. No exponential is ever
 * above one, so nothing overflows. A second walk writes the quotients.
 */
final class Softmax {
  private Softmax() {}

  /** Each block takes {@code rows} rows, {@code columns} elements of each at a time. */
  @TileKernel
  @Variant("rows=8, columns=512")
  static void softmax(
      @Dims("m, n") FloatTensor<F32> x,
      @Dims("m, n") FloatTensor<F32> y,
      @Const int rows,
      @Const int columns) {
    int m = x.dim(0), n = x.dim(1);
    grid(
        ceilDiv(m, rows),
        (block) -> {
          var part = fragment(F32, rows, columns);
          var peak = fragment(F32, rows);
          var before = fragment(F32, rows);
          var sum = fragment(F32, rows);
          int row = block * rows;
          fill(peak, -INFINITY);
          clear(sum);
          for (int k : serial(ceilDiv(n, columns))) {
            copy(x.at(row, k * columns), part);
            parallel(
                rows,
                columns,
                (i, j) -> part.set(i, j, k * columns + j < n ? part.get(i, j) : -INFINITY));
            copy(peak, before);
            reduceMax(part, peak, 1, /* clear= */ false);
            parallel(rows, columns, (i, j) -> part.set(i, j, exp(part.get(i, j) - peak.get(i))));
            parallel(rows, (i) -> sum.set(i, sum.get(i) * exp(before.get(i) - peak.get(i))));
            reduceSum(part, sum, 1, /* clear= */ false);
          }
          for (int k : serial(ceilDiv(n, columns))) {
            copy(x.at(row, k * columns), part);
            parallel(
                rows,
                columns,
                (i, j) -> part.set(i, j, exp(part.get(i, j) - peak.get(i)) / sum.get(i)));
            copy(part, y.at(row, k * columns));
          }
        });
  }
}
