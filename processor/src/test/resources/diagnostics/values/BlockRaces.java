package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class BlockRaces {
  @TileKernel
  static void shifted(@Dims("n") FloatTensor<F32> a) {
    grid(ceilDiv(a.dim(0), 64), x -> parallel(64, i -> {
      int at = x * 64 + i;
      a.set(at, a.get(at + 1));
//~    ^ [KILN1402] Iterations 0 and 1 of this parallel both touch [64*x + 1] of 'a'. | Let each iteration write its own element; to add up, use reduceSum or atomicAdd.
//~    ^ [KILN1403] Blocks 0 and 1 both touch [64] of 'a', and one of them writes. | Let each block write its own part, as in a.set(block * size + i, value), or use atomicAdd; where one block does it all, write grid(1, ...). | The other block touches it here. (BlockRaces.java:12:17) | This grid may have several blocks. (BlockRaces.java:10:5)
    }));
  }

  @TileKernel
  static void moved(@Dims("m, n") FloatTensor<F32> a) {
    grid(ceilDiv(a.dim(1), 32), ceilDiv(a.dim(0), 32), (x, y) -> {
      var tile = shared(F32, 32, 32);
      copy(a.at(y * 32, x * 32), tile);
      copy(tile, a.at(x * 32, y * 32));
//~   ^ [KILN1403] Blocks (1, 0) and (0, 1) both touch [32, 0] of 'a', and one of them writes. | Let each block write its own part, as in copy(tile, a.at(block * size)), or use atomicAdd; where one block does it all, write grid(1, ...). | The other block touches it here. (BlockRaces.java:20:7) | This grid may have several blocks. (BlockRaces.java:18:5)
    });
  }

  @TileKernel
  static void summed(@Dims("n") FloatTensor<F32> a, @Dims("1") FloatTensor<F32> sum) {
    grid(a.dim(0), x -> sum.set(0, sum.get(0) + a.get(x)));
//~                        ^ [KILN1403] Blocks 0 and 1 both touch [0] of 'sum', and one of them writes. | Let each block write its own part, as in sum.set(block, value), or use atomicAdd; where one block does it all, write grid(1, ...). | The other block touches it here. (BlockRaces.java:27:36) | This grid may have several blocks. (BlockRaces.java:27:5)
  }

  @TileKernel
  static void rows(@Dims("m, n") FloatTensor<F32> a) {
    grid(a.dim(0), x -> {
      var row = shared(F32, 128);
      for (int k : serial(ceilDiv(a.dim(1), 128))) {
        copy(a.at(x, k * 128), row);
        copy(row, a.at(0, k * 128));
//~     ^ [KILN1403] Blocks 0 and 1 both touch [0, 128*k] of 'a', and one of them writes. | Let each block write its own part, as in copy(tile, a.at(block * size)), or use atomicAdd; where one block does it all, write grid(1, ...). | The other block touches it here. (BlockRaces.java:35:9) | This grid may have several blocks. (BlockRaces.java:32:5)
      }
    });
  }

  /** One block, parts of their own, atomic sums and a chosen block are right. */
  @TileKernel
  static void right(
      @Dims("n") FloatTensor<F32> a,
      @Dims("n") FloatTensor<F32> b,
      @Dims("1") FloatTensor<F32> sum,
      int p) {
    grid(ceilDiv(a.dim(0), 64), x -> {
      var tile = shared(F32, 64);
      copy(a.at(x * 64), tile);
      copy(tile, b.at(x * 64));
//~   ^ [KILN1403] Blocks 0 and 1 both touch [0] of 'b', and one of them writes. | Let each block write its own part, as in copy(tile, b.at(block * size)), or use atomicAdd; where one block does it all, write grid(1, ...). | The other block touches it here. (BlockRaces.java:62:11) | This grid may have several blocks. (BlockRaces.java:48:5)
      atomicAdd(sum, 0, 1f);
      if (x == p) {
        sum.set(0, 1f);
      }
      for (int k : pipelined(4, 2)) {
        int half = x / 2;
        parallel(64, i -> {
          if (i == x) {
            sum.set(0, 1f);
          }
          b.set(half + i, 1f);
        });
      }
    });
  }

  @TileKernel
  static void single(@Dims("n") FloatTensor<F32> a) {
    grid(1, x -> a.set(0, a.get(1)));
  }

  /** An extent that cannot be more than one. */
  @TileKernel
  static void atMostOne(@Dims("n") FloatTensor<F32> a, @Dims("64") FloatTensor<F32> b) {
    grid(ceilDiv(b.dim(0), 64), min(a.dim(0), 1), (x, y) -> b.set(0, b.get(1)));
  }

  /** The first iteration of a parallel loop whose extent the launch tells. */
  @TileKernel
  static void someColumns(@Dims("m, n") FloatTensor<F32> a, @Dims("m, n") FloatTensor<F32> b) {
    int n = a.dim(1);
    grid(a.dim(0), x -> {
      for (int k : serial(ceilDiv(n, 64))) {
        int first = k * 64;
        parallel(min(64, n - first), j -> b.set(first, first + j, a.get(x, first + j)));
//~                                        ^ [KILN1403] Blocks 0 and 1 both touch [64*k, 64*k] of 'b', and one of them writes. | Let each block write its own part, as in b.set(block, value), or use atomicAdd; where one block does it all, write grid(1, ...). | This grid may have several blocks. (BlockRaces.java:83:5)
        parallel(min(64, n - first), j -> a.set(x, first + j, a.get(x, first + j) * 2));
      }
    });
  }

  /** Variables are followed as far as they surely are what was last assigned. */
  @TileKernel
  static void assigned(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> b, int p) {
    grid(a.dim(0), x -> {
      int half = x;
      a.set(half, 1f);
//~    ^ [KILN1403] Blocks 0 and 1 both touch [1] of 'a', and one of them writes. | Let each block write its own part, as in a.set(block, value), or use atomicAdd; where one block does it all, write grid(1, ...). | The other block touches it here. (BlockRaces.java:99:7) | This grid may have several blocks. (BlockRaces.java:95:5)
      half /= 2;
      a.set(half + 1, 1f);
      int first = x;
      if (x > p) {
        first = p;
      }
      a.set(first, 1f);
      int next = 0;
      while (next < p) {
        a.set(next + x, 1f);
        next += x;
      }
      x = 7;
      b.set(x, 1f);
//~    ^ [KILN1403] Blocks 0 and 1 both touch [7] of 'b', and one of them writes. | Let each block write its own part, as in b.set(block, value), or use atomicAdd; where one block does it all, write grid(1, ...). | This grid may have several blocks. (BlockRaces.java:95:5)
    });
  }

  /** Branches of which a launch takes one; a condition that changes from turn to turn. */
  @TileKernel
  static void alternatives(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> b, int p) {
    grid(a.dim(0), x -> {
      if (p > 0) {
        a.set(x, 1f);
//~      ^ [KILN1403] Blocks 0 and 2 both touch [2] of 'a', and one of them writes. | Let each block write its own part, as in a.set(block, value), or use atomicAdd; where one block does it all, write grid(1, ...). | The other block touches it here. (BlockRaces.java:133:27) | This grid may have several blocks. (BlockRaces.java:118:5)
      } else {
        b.set(x, a.get(x + 1));
      }
      for (int k : serial(4)) {
        if (p == 3) {
          atomicAdd(b, x, a.get(x + 1));
        } else if (p > 4) {
          a.set(x, 2f);
//~        ^ [KILN1403] Blocks 0 and 2 both touch [2] of 'a', and one of them writes. | Let each block write its own part, as in a.set(block, value), or use atomicAdd; where one block does it all, write grid(1, ...). | The other block touches it here. (BlockRaces.java:133:27) | This grid may have several blocks. (BlockRaces.java:118:5)
        }
        if (k > p) {
          a.set(x, 2f);
//~        ^ [KILN1403] Blocks 0 and 1 both touch [1] of 'a', and one of them writes. | Let each block write its own part, as in a.set(block, value), or use atomicAdd; where one block does it all, write grid(1, ...). | The other block touches it here. (BlockRaces.java:122:18) | This grid may have several blocks. (BlockRaces.java:118:5)
        } else {
          atomicAdd(b, x, a.get(x + 2));
        }
      }
    });
  }
}
