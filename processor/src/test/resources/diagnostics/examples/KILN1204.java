package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var left = shared(F16, 64, 64);
      var right = shared(BF16, 64, 64);
//=      var right = shared(F16, 64, 64);
      var sums = fragment(F32, 64, 64);
      copy(a, left);
      copy(a, right);
      clear(sums);
      gemm(left, right, sums);
//~              ^ [KILN1204] gemm of different element types is not available for f16, bf16. | Make both f16, by copying 'right' to a tile of it first; copy converts. | 'left' is made here, as f16[64, 64]. (Example.java:11:18) | 'right' is made here, as bf16[64, 64]. (Example.java:12:19)
      copy(sums, a);
    });
  }
}
