// Arrays are passed, as to any Java method.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Scale {
  @TileKernel
  static void scale(float[] x, float by) {
    grid(x.length, i -> x[i] *= by);
  }
}
