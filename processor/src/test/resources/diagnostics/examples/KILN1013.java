package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("n") FloatTensor<F32> a, @Dims("n") int n) {
//~                                                  ^ [KILN1013] @Dims stands on 'n', which is not a tensor. | Remove @Dims, or make the parameter a tensor.
//=  static void example(@Dims("n") FloatTensor<F32> a, int n) {
    grid(n, block -> a.set(block, 0f));
  }
}
