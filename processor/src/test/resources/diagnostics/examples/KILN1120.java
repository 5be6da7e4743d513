package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a, int n) {
    grid(1, block -> {
      var row = local(F32, n);
//~                        ^ [KILN1120] The extent of a tile must be known at compile time. | Use a literal, a static final constant or a @Const parameter.
//=      var row = local(F32, 64);
      copy(a.at(block, 0), row);
    });
  }
}
