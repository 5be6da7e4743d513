// A matrix is read with one index.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Matrix {
  @TileKernel
  static void scale(@Dims("m, n") FloatTensor<F32> x) {
    grid(x.dim(0), row -> x.set(row, 2 * x.get(row)));
  }
}
