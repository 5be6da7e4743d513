// The mistake is in a function that the kernel calls.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Normalise {
  @TileFunction
  static void scaled(FloatTensor<F32> tile, float by) {
    parallel(64, 64, (i, j) -> tile.set(i, j, tile.get(i) * by));
  }

  @TileKernel
  static void normalise(@Dims("m, n") FloatTensor<F32> x) {
    grid(ceilDiv(x.dim(0), 64), b -> {
      var tile = shared(F32, 64, 64);
      copy(x.at(b * 64, 0), tile);
      scaled(tile, 0.5f);
      copy(tile, x.at(b * 64, 0));
    });
  }
}
