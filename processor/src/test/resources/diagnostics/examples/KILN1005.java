package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(FloatTensor<F32> a) throws InterruptedException {
//~                                              ^ [KILN1005] Kernel 'example' declares exceptions. | Remove the throws clause.
//=  static void example(FloatTensor<F32> a) {
    grid(a.dim(0), block -> a.set(block, 0f));
  }
}
