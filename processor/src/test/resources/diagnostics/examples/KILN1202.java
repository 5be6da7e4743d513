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
//~   ^ [KILN1202] copy: 'tile' has shape [64, 32] and 'turned' has [32, 64]. | Make the two shapes equal.
//=      copy(tile.t(), turned);
      copy(turned, a);
    });
  }
}
