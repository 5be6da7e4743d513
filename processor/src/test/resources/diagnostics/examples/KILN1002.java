package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static float example(FloatTensor<F32> a) {
//~      ^ [KILN1002] Kernel 'example' returns 'float'. | Make it void and write results to a tensor parameter.
//=  static void example(FloatTensor<F32> a) {
    grid(a.dim(0), block -> a.set(block, 0f));
    return 1f;
//=
  }
}
