package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(FloatTensor<F32> a, int mode) {
    grid(a.dim(0), block -> {
      switch (mode) {
//~   ^ [KILN1101] switch is not available in a kernel. | Use if and else.
//=      if (mode == 0) {
        case 0 -> a.set(block, 0f);
//=        a.set(block, 0f);
        default -> a.set(block, 1f);
//=      } else {
//=        a.set(block, 1f);
      }
    });
  }
}
