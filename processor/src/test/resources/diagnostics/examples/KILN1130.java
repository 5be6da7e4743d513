package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(FloatTensor<F32> a) {
    grid(a.dim(0), threads(48), block -> a.set(block, 1f));
//~                ^ [KILN1130] 'threads' cannot be 48. | Write it once, with 32, 64, 128, 256, 512 or 1024.
//=    grid(a.dim(0), threads(64), block -> a.set(block, 1f));
  }
}
