package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  static float half(float x) {
//=  @TileFunction
//=  static float half(float x) {
    return x / 2;
  }

  @TileKernel
  static void example(FloatTensor<F32> a) {
    grid(a.dim(0), block -> a.set(block, half(a.get(block))));
//~                                      ^ [KILN1104] 'half' cannot be called in a kernel. | Mark it with @TileFunction, so that it is inlined.
  }
}
