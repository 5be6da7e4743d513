package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/**
 * {@code y[i, j] = x[i, j] / sqrt(mean(x[i, ·]²) + epsilon) · weight[j]}, for rows of any length.
 */
final class RmsNorm {
  private RmsNorm() {}

  /** Each block takes {@code rows} rows, {@code columns} elements of each at a time. */
  @TileKernel
  @Variant("rows=8, columns=512")
  static void rmsNorm(
      @Dims("m, n") FloatTensor<F32> x,
      @Dims("n") FloatTensor<F32> weight,
      @Dims("m, n") FloatTensor<F32> y,
      float epsilon,
      @Const int rows,
      @Const int columns) {
    int m = x.dim(0), n = x.dim(1);
    grid(
        ceilDiv(m, rows),
        (block) -> {
          var part = fragment(F32, rows, columns);
          var weights = fragment(F32, columns);
          var scale = fragment(F32, rows);
          int row = block * rows;
          clear(scale);
          for (int k : serial(ceilDiv(n, columns))) {
            copy(x.at(row, k * columns), part);
            parallel(rows, columns, (i, j) -> part.set(i, j, part.get(i, j) * part.get(i, j)));
            reduceSum(part, scale, 1, /* clear= */ false);
          }
          parallel(rows, (i) -> scale.set(i, rsqrt(scale.get(i) / n + epsilon)));
          for (int k : serial(ceilDiv(n, columns))) {
            copy(x.at(row, k * columns), part);
            copy(weight.at(k * columns), weights);
            parallel(
                rows,
                columns,
                (i, j) -> part.set(i, j, part.get(i, j) * scale.get(i) * weights.get(j)));
            copy(part, y.at(row, k * columns));
          }
        });
  }
}
