package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Stray {
  @TileKernel
  static void behind(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> b) {
    int n = a.dim(0);
    grid(ceilDiv(n, 64), x -> {
      parallel(64, i -> {
        int at = x * 64 + n;
        b.set(x * 64 + i, a.get(at) + a.get(n + i) + a.get(n) + a.get(n + 3));
//~                        ^ [KILN1401] Index n or more is outside dimension 0 of 'a', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (Stray.java:9:50)
//~                                    ^ [KILN1401] Index n to n + 63 is outside dimension 0 of 'a', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (Stray.java:9:50)
//~                                                   ^ [KILN1401] Index n is outside dimension 0 of 'a', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (Stray.java:9:50)
//~                                                              ^ [KILN1401] Index n + 3 is outside dimension 0 of 'a', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (Stray.java:9:50)
      });
    });
  }

  @TileKernel
  static void before(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> b) {
    grid(ceilDiv(a.dim(0), 64), x -> {
      var tile = shared(F32, 8);
      clear(tile);
      parallel(64, i -> {
        b.set(x * 64 + i, a.get(-1 - x) + a.get(i - 64) + tile.get(i + 8) + tile.get(x + 8));
//~                        ^ [KILN1401] Index -33554432 to -1 is outside dimension 0 of 'a', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (Stray.java:20:50)
//~                                        ^ [KILN1401] Index -64 to -1 is outside dimension 0 of 'a', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (Stray.java:20:50)
//~                                                           ^ [KILN1401] Index 8 to 71 is outside dimension 0 of 'tile', whose size is 8. | Use an index from 0 to 7.
//~                                                                             ^ [KILN1401] Index 8 to 33554439 is outside dimension 0 of 'tile', whose size is 8. | Use an index from 0 to 7.
      });
    });
  }
}
