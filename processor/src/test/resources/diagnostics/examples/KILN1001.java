package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  void example(FloatTensor<F32> a) {
//~    ^ [KILN1001] Kernel 'example' is an instance method. | Make it static; a kernel gets all that it works on as parameters.
//=  static void example(FloatTensor<F32> a) {
    grid(a.dim(0), block -> a.set(block, 0f));
  }
}
