// The result is returned.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Sum {
  @TileKernel
  static float sum(@Dims("n") FloatTensor<F32> x) {
    float total = 0;
    for (int i = 0; i < x.dim(0); i++) total += x.get(i);
    return total;
  }
}
