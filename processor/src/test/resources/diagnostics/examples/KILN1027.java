package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  @Variant(target = "cuda", value = "size=64")
//=  @Variant("size=64")
  static void example(FloatTensor<F32> a, @Const int size) {
//~           ^ [KILN1027] No @Variant of kernel 't.Example.example' serves target 'cpu'. | Add a row without a target, or one for it.
    grid(ceilDiv(a.dim(0), size), block -> parallel(size, i -> a.set(block * size + i, 0f)));
  }
}
