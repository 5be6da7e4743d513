// The kernel is written like any other method.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Scale {
  @TileKernel
  void scale(FloatTensor<F32> x, float by) {
    grid(x.dim(0), i -> x.set(i, x.get(i) * by));
  }
}
