// A constant is misspelt in the row that gives it a value.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Blocks {
  @TileKernel
  @Variant("size=256, stags=2")
  static void scale(@Dims("n") FloatTensor<F32> x, @Const int size, @Const int stages) {
    grid(ceilDiv(x.dim(0), size), b -> parallel(size, i -> x.set(b * size + i, 0f)));
  }
}
