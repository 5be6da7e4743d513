// A local variable is changed within parallel.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Largest {
  @TileKernel
  static void largest(@Dims("m, n") FloatTensor<F32> x, @Dims("m") FloatTensor<F32> y) {
    grid(x.dim(0), row -> {
      float largest = -INFINITY;
      parallel(256, i -> largest = max(largest, x.get(row, i)));
      y.set(row, largest);
    });
  }
}
