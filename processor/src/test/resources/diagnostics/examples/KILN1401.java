package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var tile = shared(F32, 64, 64);
      clear(tile);
      tile.set(0, 64, 1f);
//~               ^ [KILN1401] Index 64 is outside dimension 1 of 'tile', whose size is 64. | Use an index from 0 to 63. | 'tile' is made here, as f32[64, 64]. (Example.java:11:18)
//=      tile.set(0, 63, 1f);
      copy(tile, a);
    });
  }
}
