package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(float[] a) {
//~                        ^ [KILN1010] A kernel cannot have a parameter of type 'float[]'. | Use a tensor (FloatTensor<F32>, IntTensor<I32>, ...), int, long, float, double or boolean.
//=  static void example(FloatTensor<F32> a) {
    grid(1, block -> {});
//=    grid(a.dim(0), block -> a.set(block, 0f));
  }
}
