// Each block reads what its neighbour writes.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Smooth {
  @TileKernel
  static void smooth(@Dims("n") FloatTensor<F32> x) {
    grid(ceilDiv(x.dim(0), 256), b -> {
      var tile = shared(F32, 256);
      copy(x.at(b * 256 + 1), tile);
      copy(tile, x.at(b * 256));
    });
  }
}
