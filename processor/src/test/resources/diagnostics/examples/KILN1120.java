package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a, int n) {
    grid(1, block -> {
      var row = local(F32, n);
//~                        ^ [KILN1120] The extent of a tile must be known at compile time, and 'n' is known only when the kernel runs. | Put @Const before the parameter 'n', and give it values by @Variant.
//=      var row = local(F32, 64);
      copy(a.at(block, 0), row);
    });
  }
}
