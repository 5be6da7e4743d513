package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Races {
  @TileKernel
  static void same(@Dims("n") FloatTensor<F32> a) {
    grid(1, x -> parallel(64, i -> a.set(x, i * 1f)));
//~                                 ^ [KILN1402] Iterations 0 and 1 of this parallel both touch [x] of 'a'. | Let each iteration write its own element, or use atomicAdd.
  }

  @TileKernel
  static void neighbour(@Dims("n") FloatTensor<F32> a) {
    grid(
        1,
        x -> {
          var tile = shared(F32, 64);
          clear(tile);
          parallel(63, i -> tile.set(i, tile.get(i + 1)));
//~                             ^ [KILN1402] Iterations 0 and 1 of this parallel both touch [1] of 'tile'. | Let each iteration write its own element, or use atomicAdd.
          copy(tile, a);
        });
  }
}
