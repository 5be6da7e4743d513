package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      parallel(64, i -> {
        var row = local(F32, 64);
//~               ^ [KILN1303] 'local' cannot stand inside parallel. | Allocate tiles at the top of the grid's body.
//=
        a.set(i, 0, 1f);
      });
    });
  }
}
