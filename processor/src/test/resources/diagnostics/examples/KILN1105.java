package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var row = new float[64];
//~             ^ [KILN1105] A kernel cannot create an object of type 'float[64]'. | Use a tile made by shared, fragment or local.
//=      var row = local(F32, 64);
      copy(a, fragment(F32, 64, 64));
    });
  }
}
