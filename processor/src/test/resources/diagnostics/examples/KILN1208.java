package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a, @Dims("m, n") FloatTensor<F32> b) {
    grid(1, block -> {
      copy(a, b);
//~   ^ [KILN1208] 'a' to 'b' without a size cannot be copied. | Make one side a whole tile, which says how much is copied.
//=      var tile = shared(F32, 64, 64);
//=      copy(a, tile);
//=      copy(tile, b);
    });
  }
}
