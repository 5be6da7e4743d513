package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var tile = shared(F16, 64, 64);
      var sums = fragment(F32, 64, 64);
//=      var sums = fragment(F32, 64, 64);
//=      clear(sums);
      copy(a, tile);
      gemm(tile, tile, sums);
//~                    ^ [KILN1404] 'sums' is read before anything is written to it. | Write clear(sums) first, before the loop: gemm adds to what its accumulator holds. | 'sums' is made here. (Example.java:12:18)
      copy(sums, a);
    });
  }
}
