package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(FloatTensor<F32> a, FloatTensor<F32> b) {
    grid(a.dim(0), block -> a.set(block, 0f));
//=    grid(a.dim(0), block -> {
//=      a.set(block, 0f);
    grid(a.dim(0), block -> b.set(block, 1f));
//~ ^ [KILN1115] A statement behind grid cannot stand here: grid is called once, as the last statement of a kernel. | Move it before grid or into its body, or make a second kernel.
//=      b.set(block, 1f);
//=    });
  }
}
