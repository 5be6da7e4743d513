package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var tile = shared(F32, 64, 32);
      var turned = shared(F32, 32, 64);
      copy(a, tile);
      copy(tile, turned);
//~   ^ [KILN1202] copy: 'tile' has shape [64, 32] and 'turned' has [32, 64]. | Write tile.t() for the transposed view, or make the shapes equal. | 'tile' is made here, as f32[64, 32]. (Example.java:11:18) | 'turned' is made here, as f32[32, 64]. (Example.java:12:20)
//=      copy(tile.t(), turned);
      copy(turned, a);
    });
  }
}
