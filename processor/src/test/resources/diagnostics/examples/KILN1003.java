package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static <T extends FloatType> void example(FloatTensor<T> a) {
//~       ^ [KILN1003] Kernel 'example' has type parameters. | Name the element types, with one kernel for each and the common part in a @TileFunction.
//=  static void example(FloatTensor<F16> a) {
    grid(a.dim(0), block -> a.set(block, 0f));
  }
}
