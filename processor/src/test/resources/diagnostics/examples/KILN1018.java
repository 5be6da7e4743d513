package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileFunction
  static void product(
      @Dims("m, k") FloatTensor<F32> a,
      @Dims("k, n") FloatTensor<F32> b,
      @Dims("m, n") FloatTensor<F32> c) {
    gemm(a, b, c);
  }

  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> x, @Dims("m, m") FloatTensor<F32> y) {
    grid(1, block -> {
      var tile = shared(F32, 64, 32);
      var sum = fragment(F32, 64, 64);
      copy(x, tile);
      clear(sum);
      product(tile, tile, sum);
//~                 ^ [KILN1018] Dimension 0 of 'tile' is 64, where @Dims says 'k', which is 32 in 'tile'. | Give both one name in the kernel's @Dims, which launches check, or pass tiles of one size. | @Dims stands here. (Example.java:11:14) | 'k' has its size from here. (Example.java:23:15)
//~                       ^ [KILN1018] Dimension 1 of 'sum' is 64, where @Dims says 'n', which is 32 in 'tile'. | Give both one name in the kernel's @Dims, which launches check, or pass tiles of one size. | @Dims stands here. (Example.java:12:17) | 'n' has its size from here. (Example.java:23:21)
//=      product(tile, tile.t(), sum);
      copy(sum, y);
    });
  }
}
