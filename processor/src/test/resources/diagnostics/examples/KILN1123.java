package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var empty = shared(F32, 0);
//~                           ^ [KILN1123] The extent of a tile is 0. | Use a value of 1 or more.
//=      var one = shared(F32, 1);
      a.set(block, 0, 1f);
    });
  }
}
