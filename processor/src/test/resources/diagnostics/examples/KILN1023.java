package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  @Variant("size=64, size=128")
//~        ^ [KILN1023] This @Variant sets 'size' twice. | Keep one of the two values.
//=  @Variant("size=64")
//=  @Variant("size=128")
  static void example(FloatTensor<F32> a, @Const int size) {
    grid(ceilDiv(a.dim(0), size), block -> parallel(size, i -> a.set(block * size + i, 0f)));
  }
}
