// A word of the language is misspelt.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Rows {
  @TileKernel
  static void copyRows(@Dims("m, n") FloatTensor<F32> x, @Dims("m, n") FloatTensor<F32> y) {
    grid(x.dim(0), row -> {
      var tile = sahred(F32, 1024);
      copy(x.at(row, 0), tile);
      copy(tile, y.at(row, 0));
    });
  }
}
