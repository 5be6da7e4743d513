package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  @Variant("size:64")
//~        ^ [KILN1020] 'size:64' is not of the form name=value. | Write pairs with commas, as in @Variant("bm=64, bn=64").
//=  @Variant("size=64")
  static void example(FloatTensor<F32> a, @Const int size) {
    grid(ceilDiv(a.dim(0), size), block -> parallel(size, i -> a.set(block * size + i, 0f)));
  }
}
