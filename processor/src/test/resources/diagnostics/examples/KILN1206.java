package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      a.set(block, 0, a.dim(2));
//~                         ^ [KILN1206] 'a' has no axis 2. | Write 0 to 1; axes are counted from 0, the outermost. | Its dimensions are named here. (Example.java:9:29)
//=      a.set(block, 0, a.dim(1));
    });
  }
}
