package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m; n") FloatTensor<F32> a) {
//~                         ^ [KILN1014] 'm; n' is not a list of dimension names. | Write names or numbers with commas, as in @Dims("m, k").
//=  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {});
//=    grid(a.dim(0), block -> a.set(block, 0, 0f));
  }
}
