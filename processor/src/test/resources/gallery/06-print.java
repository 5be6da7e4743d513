// The kernel prints, to see what happens.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Debug {
  @TileKernel
  static void scale(@Dims("n") FloatTensor<F32> x) {
    grid(x.dim(0), i -> {
      System.out.println("i = " + i);
      x.set(i, x.get(i) * 2);
    });
  }
}
