package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("a, b, c, d, e, f") FloatTensor<F32> x) {
//~                         ^ [KILN1015] Tensor 'x' has 6 dimensions. | Use 1 to 5 dimensions.
//=  static void example(@Dims("a, b, c, d, e") FloatTensor<F32> x) {
    grid(x.dim(0), block -> {});
  }
}
