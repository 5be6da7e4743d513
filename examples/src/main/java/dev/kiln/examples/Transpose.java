package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/**
 * {@code y = xᵀ}: a tile is read along its rows and its transposed view is written along theirs.
 */
final class Transpose {
  private Transpose() {}

  /** Each block turns one tile of {@code size} by {@code size} elements. */
  @TileKernel
  @Variant("size=64")
  static void transpose(
      @Dims("m, n") FloatTensor<F32> x, @Dims("n, m") FloatTensor<F32> y, @Const int size) {
    int m = x.dim(0), n = x.dim(1);
    grid(
        ceilDiv(n, size),
        ceilDiv(m, size),
        (bx, by) -> {
          var tile = shared(F32, size, size);
          copy(x.at(by * size, bx * size), tile);
          copy(tile.t(), y.at(bx * size, by * size));
        });
  }
}
