package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      String name;
//~   ^ [KILN1103] Type 'String' is not available in a kernel. | Use int, long, float, double, boolean, or a tile made by shared, fragment or local.
//=
      a.set(block, 0, 1f);
    });
  }
}
