package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  @Variant("size=64")
  static void example(FloatTensor<F32> a, @Const String size) {
//~                                              ^ [KILN1011] @Const parameter 'size' is of type 'String'. | Use int, long, float, double or boolean.
//=  static void example(FloatTensor<F32> a, @Const int size) {
    grid(a.dim(0), block -> a.set(block, 0f));
  }
}
