package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var tile = sharde(F32, 64, 64);
//~              ^ [KILN1110] 'sharde' is not known here. | Did you mean 'shared'?
//~              ^ cannot find symbol | symbol:   method sharde(dev.kiln.lang.F32,int,int) | location: class t.Example
//=      var tile = shared(F32, 64, 64);
      copy(a, tile);
      copy(tile, a);
    });
  }
}
