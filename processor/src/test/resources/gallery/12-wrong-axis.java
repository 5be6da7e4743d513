// The rows are summed along the wrong axis.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class RowSums {
  @TileKernel
  static void rowSums(@Dims("m, n") FloatTensor<F32> x, @Dims("m") FloatTensor<F32> y) {
    grid(ceilDiv(x.dim(0), 16), b -> {
      var tile = fragment(F32, 16, 256);
      var sums = fragment(F32, 16);
      copy(x.at(b * 16, 0), tile);
      reduceSum(tile, sums, 0);
      copy(sums, y.at(b * 16));
    });
  }
}
