package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("n") FloatTensor<F32> row) {
    grid(1, block -> {
      copy(row.t(), fragment(F32, 64));
//~           ^ [KILN1201] t() needs rank at least 2, and 'row' has rank 1. | Use a tensor or tile of that rank. | Its dimensions are named here. (Example.java:9:29)
//=      copy(row, fragment(F32, 64));
    });
  }
}
