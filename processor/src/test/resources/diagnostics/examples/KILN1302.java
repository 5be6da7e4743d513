package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      clear(a);
//~         ^ [KILN1302] clear needs an on-chip tile, and 'a' is a tensor in global memory. | Let clear write a tile, and copy that behind it, as in copy(tile, a.at(...)).
//=      var tile = shared(F32, 64, 64);
//=      clear(tile);
//=      copy(tile, a);
    });
  }
}
