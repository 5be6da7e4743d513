package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileFunction
  float half(float x) {
//=  static float half(float x) {
    return x / 2;
  }

  @TileKernel
  static void example(FloatTensor<F32> a) {
    grid(a.dim(0), block -> a.set(block, half(a.get(block))));
//~                                      ^ [KILN1031] @TileFunction 'half' is an instance method. | Make it a static method with a body and a fixed number of parameters.
//~                                      ^ non-static method half(float) cannot be referenced from a static context
  }
}
