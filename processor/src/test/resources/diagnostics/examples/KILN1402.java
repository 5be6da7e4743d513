package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var tile = shared(F32, 64);
      clear(tile);
      parallel(64, i -> tile.set(0, tile.get(0) + i));
//~                         ^ [KILN1402] Iterations 0 and 1 of this parallel both touch [0] of 'tile'. | Let each iteration write its own element; to add up, use reduceSum or atomicAdd.
//=      parallel(64, i -> atomicAdd(tile, 0, i));
      copy(tile, a);
    });
  }
}
