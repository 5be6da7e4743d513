package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var name = "block";
//~              ^ [KILN1106] Strings are not available in a kernel. | Remove it; to see values, write print("label", x), or debug a direct call of the method.
//=
      a.set(block, 0, 1f);
    });
  }
}
