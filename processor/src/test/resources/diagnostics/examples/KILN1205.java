package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      a.set(block, 1f);
//~    ^ [KILN1205] The rank of 'a' is 2, and the number of indices here is 1. | Give one index for each dimension. | Its dimensions are named here. (Example.java:9:29)
//=      a.set(block, 0, 1f);
    });
  }
}
