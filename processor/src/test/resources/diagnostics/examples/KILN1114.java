package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(FloatTensor<F32> a) {
//~           ^ [KILN1114] Kernel 'example' never calls grid. | Put what one block does into grid(blocks, (x) -> { ... }), as the last statement.
    int n = a.dim(0);
//=    int n = a.dim(0);
//=    grid(n, block -> a.set(block, 0f));
  }
}
