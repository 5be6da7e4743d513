package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") LongTensor a) {
    grid(1, block -> {
      a.set(block, 0, 65536 * 65536);
//~                         ^ [KILN1121] The constant '65536 * 65536' overflows int. | Use a smaller value, or long.
//=      a.set(block, 0, 65536 * 65536L);
    });
  }
}
