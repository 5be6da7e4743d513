package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var tile = shared(F32, 64, 64);
      copy(a);
//~   ^ [KILN1111] There is no method 'copy' for these arguments: FloatTensor<F32>. | Write it as copy(source, target).
//~   ^ no suitable method found for copy(dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>) | method dev.kiln.lang.Tile.copy(dev.kiln.lang.Tensor<?>,dev.kiln.lang.Region) is not applicable | method dev.kiln.lang.Tile.copy(dev.kiln.lang.Region,dev.kiln.lang.Tensor<?>) is not applicable | method dev.kiln.lang.Tile.copy(dev.kiln.lang.Tensor<?>,dev.kiln.lang.Tensor<?>) is not applicable
//=      copy(a, tile);
      copy(tile, a);
    });
  }
}
