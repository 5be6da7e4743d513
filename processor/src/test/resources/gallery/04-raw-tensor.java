// The element type is left out.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Scale {
  @TileKernel
  static void scale(FloatTensor x, float by) {
    grid(x.dim(0), i -> x.set(i, x.get(i) * by));
  }
}
