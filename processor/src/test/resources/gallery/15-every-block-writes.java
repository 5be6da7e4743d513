// The block forgets where its part begins.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Shift {
  @TileKernel
  static void shift(@Dims("n") FloatTensor<F32> x, @Dims("n") FloatTensor<F32> y) {
    grid(ceilDiv(x.dim(0), 256), b -> {
      parallel(256, i -> y.set(i, x.get(b * 256 + i) + 1));
    });
  }
}
