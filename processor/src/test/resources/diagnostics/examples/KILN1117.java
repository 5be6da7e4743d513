package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  static int size = 64;
//=  static final int SIZE = 64;

  @TileKernel
  static void example(FloatTensor<F32> a) {
    grid(ceilDiv(a.dim(0), 64), block -> parallel(64, i -> a.set(block * size + i, 0f)));
//~                                                                      ^ [KILN1117] Field 'size' is not a constant. | Make it static final with a constant value, or pass it as a parameter.
//=    grid(ceilDiv(a.dim(0), 64), block -> parallel(64, i -> a.set(block * SIZE + i, 0f)));
  }
}
