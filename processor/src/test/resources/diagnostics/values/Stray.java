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
//~                             ^ [KILN1401] Index n or more is outside dimension 0 of 'a', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (Stray.java:9:50)
//~                                           ^ [KILN1401] Index n to n + 63 is outside dimension 0 of 'a', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (Stray.java:9:50)
//~                                                        ^ [KILN1401] Index n is outside dimension 0 of 'a', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (Stray.java:9:50)
//~                                                                     ^ [KILN1401] Index n + 3 is outside dimension 0 of 'a', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (Stray.java:9:50)
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
//~                                ^ [KILN1401] Index -33554432 to -1 is outside dimension 0 of 'a', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (Stray.java:20:50)
//~                                               ^ [KILN1401] Index -64 to -1 is outside dimension 0 of 'a', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (Stray.java:20:50)
//~                                                                  ^ [KILN1401] Index 8 to 71 is outside dimension 0 of 'tile', whose size is 8. | Use an index from 0 to 7.
//~                                                                                    ^ [KILN1401] Index 8 to 33554439 is outside dimension 0 of 'tile', whose size is 8. | Use an index from 0 to 7.
      });
    });
  }

  /** Guards, sizes that are not known to differ, and loops that data ends. */
  @TileKernel
  static void right(
      @Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> b, FloatTensor<F32> c, int p) {
    int n = a.dim(0);
    grid(ceilDiv(n, 64), x -> {
      var tile = shared(F32, 32);
      clear(tile);
      parallel(64, i -> {
        int at = x * 64 + i;
        if (at > 0 && at + 1 < n) {
          atomicAdd(b, at, a.get(at - 1) + a.get(at + 1) + c.get(at));
        }
        float low = at == 0 ? 0 : a.get(at - 1);
        boolean high = at > n - 2 || a.get(at + 1) > 0;
        atomicAdd(b, at, high ? low : a.get(max(at - 1, 0)) + a.get(min(at + 1, n - 1)));
      });
      for (int k = 0; k < 40; k++) {
        if (k == p) {
          break;
        }
        atomicAdd(b, x, tile.get(k));
      }
      int k = 40;
      while (k > p) {
        k--;
        atomicAdd(b, x, tile.get(k));
      }
      atomicAdd(b, x, tile.get(k) + a.get(n - 1 - x) + a.get(p - 1));
    });
  }

  /** Variables are followed as far as they surely are what was last assigned. */
  @TileKernel
  static void assigned(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> b, int p) {
    grid(a.dim(0), x -> {
      int at = a.dim(0);
      atomicAdd(b, x, a.get(at));
//~                         ^ [KILN1401] Index n is outside dimension 0 of 'a', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (Stray.java:64:52)
      at--;
      atomicAdd(b, x, a.get(at));
      at = -1;
      if (p > 0) {
        atomicAdd(b, x, a.get(at));
//~                           ^ [KILN1401] Index -1 is outside dimension 0 of 'a', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (Stray.java:64:52)
        at = x;
      }
      atomicAdd(b, x, a.get(at));
    });
  }
}
