// A method of the class is called.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Activation {
  static float relu(float x) {
    return Math.max(x, 0f);
  }

  @TileKernel
  static void activation(@Dims("n") FloatTensor<F32> x) {
    grid(x.dim(0), i -> x.set(i, relu(x.get(i))));
  }
}
