package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Divided {
  @TileKernel
  static void iterations(@Dims("n") FloatTensor<F32> a, @Dims("m, n") FloatTensor<F32> b) {
    grid(ceilDiv(a.dim(0), 64), x -> {
      parallel(64, i -> a.set(i / 2 + x * 64, 1f));
//~                      ^ [KILN1402] Iterations 0 and 1 of this parallel both touch [64*x] of 'a'. | Let each iteration write its own element; to add up, use reduceSum or atomicAdd.
      parallel(64, i -> b.set(x, i % 32, 1f));
//~                      ^ [KILN1402] Iterations 0 and 32 of this parallel both touch [x, 0] of 'b'. | Let each iteration write its own element; to add up, use reduceSum or atomicAdd.
      parallel(64, i -> b.set(x, (x * 64 + i) / 4, 1f));
//~                      ^ [KILN1402] Iterations 0 and 1 of this parallel both touch [0, 0] of 'b'. | Let each iteration write its own element; to add up, use reduceSum or atomicAdd. | So it is in the first block, at the first iteration of the loops around. (Divided.java:13:7)
      parallel(64, i -> b.set(x, i >> 1, a.get(i & 7)));
//~                      ^ [KILN1402] Iterations 0 and 1 of this parallel both touch [x, 0] of 'b'. | Let each iteration write its own element; to add up, use reduceSum or atomicAdd.
      parallel(8, 8, (i, j) -> b.set(x, (i * 8 + j) / 8 * 8 + j, 1f));
      parallel(64, i -> b.set(x, (i + 1) / (x + 1), 1f));
      parallel(64, i -> {
        if (i % 2 == 0) {
          b.set(x, i / 2, 1f);
        }
      });
    });
  }

  @TileKernel
  static void blocks(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> b, int p) {
    grid(b.dim(0), x -> {
      a.set(x / 2, 1f);
//~    ^ [KILN1403] Blocks 0 and 1 both touch [0] of 'a', and one of them writes. | Let each block write its own part, as in a.set(block, value), or use atomicAdd; where one block does it all, write grid(1, ...). | This grid may have several blocks. (Divided.java:27:5)
      b.set(x % 2 + x / 2 * 2, 1f);
    });
  }

  @TileKernel
  static void parts(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> b, int p) {
    grid(b.dim(0), x -> {
      a.set(x / p, 1f);
      parallel(64, i -> b.set(x / 3 * 64 + i, 1f));
//~                      ^ [KILN1403] Blocks 0 and 1 both touch [0] of 'b', and one of them writes. | Let each block write its own part, as in b.set(block * size + i, value), or use atomicAdd; where one block does it all, write grid(1, ...). | This grid may have several blocks. (Divided.java:35:5)
    });
  }
}
