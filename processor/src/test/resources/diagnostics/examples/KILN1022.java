package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  @Variant("size=64")
//~        ^ [KILN1022] This @Variant gives no value to 'stages'. | Add 'stages=...' to the row.
//=  @Variant("size=64, stages=2")
  static void example(FloatTensor<F32> a, @Const int size, @Const int stages) {
    grid(ceilDiv(a.dim(0), size), block -> parallel(size, i -> a.set(block * size + i, 0f)));
  }
}
