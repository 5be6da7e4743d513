package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(FloatTensor<?> a) {
//~                              ^ [KILN1012] The element type of tensor 'a' is not named. | Write it, as in FloatTensor<F32>.
//=  static void example(FloatTensor<F32> a) {
    grid(a.dim(0), block -> a.set(block, 0f));
  }
}
