package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  @Variant("size=64, stage=2")
//~        ^ [KILN1021] The kernel has no @Const parameter 'stage'. | Did you mean 'stages'?
//=  @Variant("size=64, stages=2")
  static void example(FloatTensor<F32> a, @Const int size, @Const int stages) {
    grid(ceilDiv(a.dim(0), size), block -> parallel(size, i -> a.set(block * size + i, 0f)));
  }
}
