package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  @Variant("size=64f")
//~        ^ [KILN1024] '64f' is not a value of type int for 'size'. | Write a whole number that fits int.
//=  @Variant("size=64")
  static void example(FloatTensor<F32> a, @Const int size) {
    grid(ceilDiv(a.dim(0), size), block -> parallel(size, i -> a.set(block * size + i, 0f)));
  }
}
