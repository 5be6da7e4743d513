package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/**
 * {@code y[i, j] = x[i, j] / sqrt(mean(x[i, ·]²) + epsilon) · weight[j]}, for rows of any length.
 */
final class RmsNorm {
  private RmsNorm() {}

  /** Each block takes one row, {@code width} elements at a time, with a sum for each of them. */
  @TileKernel
  @Variant("width=256")
  static void rmsNorm(
      @Dims("m, n") FloatTensor<F32> x,
      @Dims("n") FloatTensor<F32> weight,
      @Dims("m, n") FloatTensor<F32> y,
      float epsilon,
      @Const int width) {
    int m = x.dim(0), n = x.dim(1);
    grid(
        m,
        (row) -> {
          var squares = fragment(F32, width);
          var sum = fragment(F32, 1);
          clear(squares);
          for (int k : serial(ceilDiv(n, width))) {
            parallel(
                width,
                (j) -> {
                  float v = x.get(row, k * width + j); // zero behind the end of the row
                  squares.set(j, squares.get(j) + v * v);
                });
          }
          reduceSum(squares, sum, 0);
          float scale = rsqrt(sum.get(0) / n + epsilon);
          parallel(n, (j) -> y.set(row, j, x.get(row, j) * scale * weight.get(j)));
        });
  }
}
