package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> b) {
    grid(ceilDiv(a.dim(0), 64), block -> {
      var tile = shared(F32, 64);
      copy(a.at(block * 64), tile);
      copy(tile, b);
//~   ^ [KILN1403] Blocks 0 and 1 both touch [0] of 'b', and one of them writes. | Let each block write its own part, as in copy(tile, b.at(block * size)), or use atomicAdd; where one block does it all, write grid(1, ...). | This grid may have several blocks. (Example.java:10:5)
//=      copy(tile, b.at(block * 64));
    });
  }
}
