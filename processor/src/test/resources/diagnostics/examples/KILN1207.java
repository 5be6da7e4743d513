package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var tile = fragment(F32, 64, 32);
      var sums = fragment(F32, 64);
      copy(a, tile);
      reduceSum(tile, sums, 0);
//~                   ^ [KILN1207] Reducing [64, 32] over axis 0 gives [32], and the destination has [64]. | Make the destination [32]. | 'tile' is made here, as f32[64, 32]. (Example.java:11:18) | 'sums' is made here, as f32[64]. (Example.java:12:18)
//=      reduceSum(tile, sums, 1);
      copy(sums, a.at(block, 0));
    });
  }
}
