// A constant has no value.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Blocks {
  @TileKernel
  static void scale(@Dims("n") FloatTensor<F32> x, @Const int size) {
    grid(ceilDiv(x.dim(0), size), b -> parallel(size, i -> x.set(b * size + i, 0f)));
  }
}
