package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @Variant("size=64")
//~@3 [KILN1006] @Variant means nothing at method 'example', which is not a kernel. | Mark the method with @TileKernel, or remove @Variant.
//=  @TileKernel
//=  @Variant("size=64")
  static void example(@Dims("n") FloatTensor<F32> a, @Const int size) {
    grid(ceilDiv(a.dim(0), size), block -> parallel(size, i -> a.set(block * size + i, 0f)));
  }
}
