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
//~   ^ [KILN1404] 'sums' is read before anything is written to it. | Write it first with copy, fill or clear.
      copy(sums, a);
    });
  }
}
