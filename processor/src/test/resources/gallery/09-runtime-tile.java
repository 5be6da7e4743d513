// A tile is as large as the tensor.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Rows {
  @TileKernel
  static void rows(@Dims("m, n") FloatTensor<F32> x, @Dims("m, n") FloatTensor<F32> y) {
    int n = x.dim(1);
    grid(x.dim(0), row -> {
      var tile = shared(F32, n);
      copy(x.at(row, 0), tile);
      copy(tile, y.at(row, 0));
    });
  }
}
