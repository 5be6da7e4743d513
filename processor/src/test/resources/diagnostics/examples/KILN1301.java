package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var tile = shared(F32, 64, 64);
      parallel(64, i -> clear(tile));
//~                     ^ [KILN1301] 'clear' works on whole tiles and cannot stand inside parallel. | Move it out of the parallel body, or work on elements with get and set.
//=      clear(tile);
      copy(tile, a);
    });
  }
}
