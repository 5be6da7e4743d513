package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      print("row " + block, a.get(block, 0));
//~                ^ [KILN1119] '"row " + block' is not a text in quotes. | Write the text out, as in print("sum", x).
//=      print("row", a.get(block, 0));
      a.set(block, 0, 1f);
    });
  }
}
