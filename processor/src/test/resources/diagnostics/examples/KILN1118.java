package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var steps = serial(4);
//~               ^ [KILN1118] 'serial' is only available as the range of a for loop. | Write for (int k : serial(...)) { ... }.
//=
      for (int k : serial(4)) a.set(k, 0, 1f);
    });
  }
}
