package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
//=  @TileKernel
//=  @Variant("size=64")
  static void example(FloatTensor<F32> a, @Const int size) {
//~           ^ [KILN1026] Kernel 'example' has @Const parameters but no @Variant that gives them values. | Add a row, as in @Variant("size=64").
    grid(ceilDiv(a.dim(0), size), block -> parallel(size, i -> a.set(block * size + i, 0f)));
  }
}
