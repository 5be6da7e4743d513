package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") IntTensor<I32> a) {
    grid(1, block -> {
      a.set(block, 0, 7 / (4 - 4));
//~                       ^ [KILN1122] The divisor '(4 - 4)' is always zero. | Divide by something else; where it is zero only in some @Variant, choose as in n == 0 ? 0 : a / n.
//=      a.set(block, 0, 7 / 4);
    });
  }
}
