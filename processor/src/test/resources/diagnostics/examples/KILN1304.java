package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var tile = shared(F32, 64);
      var sum = fragment(F32, 1);
      copy(a, tile);
      float total = 0;
//=
      parallel(64, i -> total += tile.get(i));
//~                     ^ [KILN1304] 'total' belongs to the block and cannot be assigned inside parallel. | Keep one value for each iteration in a tile and reduce it behind parallel, as with reduceSum(tile, sum, 0).
//=      reduceSum(tile, sum, 0);
      copy(sum, a.at(block, 0));
    });
  }
}
