package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(FloatTensor<F32> a) {
    float first = a.get(0);
//~                ^ [KILN1116] Reading an element cannot stand before grid. | Move it into grid's body; before that, compute with scalars and sizes only, each set once.
//=
    grid(a.dim(0), block -> a.set(block, first));
//=    grid(a.dim(0), block -> a.set(block, 2f));
  }
}
