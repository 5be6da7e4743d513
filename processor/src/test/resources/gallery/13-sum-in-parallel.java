// A sum is collected by parallel iterations.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Sums {
  @TileKernel
  static void sums(@Dims("m, n") FloatTensor<F32> x, @Dims("m") FloatTensor<F32> y) {
    grid(x.dim(0), row -> {
      parallel(256, i -> y.set(row, y.get(row) + x.get(row, i)));
    });
  }
}
