package frontend;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** What may stand before grid. */
final class Prologue {
  @TileKernel
  @Variant("size=4, scale=0.5")
  static void scalars(
      @Dims("n") FloatTensor<F32> x,
      int p,
      long l,
      boolean wide,
      @Const int size,
      @Const float scale) {
    final int n = x.dim(0), blocks = ceilDiv(n, size);
    var most = wide ? blocks : min(blocks, 3);
    int share = n / (p * p + 1);
    float factor = scale * p;
    ;
    grid(most, (int) (l & 1) + 1, max(share, 1) % 3 + 1, (bx, by, bz) -> {
      atomicAdd(x, bx * size, factor + by + bz * 2);
    });
  }

  @TileKernel
  static void nothing(@Dims("n") FloatTensor<F32> x) {
    grid(0, (b) -> x.set(b, 1));
  }

  @TileKernel
  static void lambdaForms(@Dims("n") FloatTensor<F32> x) {
    grid(1, 1, (int bx, int by) -> {
      parallel(3, i -> x.set(i, by));
      parallel(1, 2, (final var i, final var j) -> {
        x.set(5 + j, 7);
      });
    });
    return;
  }
}
