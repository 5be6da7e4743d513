package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var tile = shared(F32, 64, 64);
      var sums = fragment(F32, 64, 64);
      copy(a, tile);
      clear(sums);
      gemm(tile, tile, sums, TF32, TF32);
//~                                ^ [KILN1131] 'TF32' says again what another option has said. | Write TF32, and one of SQUARE, FULL_ROW and FULL_COLUMN.
//=      gemm(tile, tile, sums, TF32);
      copy(sums, a);
    });
  }
}
