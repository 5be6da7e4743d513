package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Races {
  @TileKernel
  static void same(@Dims("n") FloatTensor<F32> a) {
    grid(1, x -> parallel(64, i -> a.set(x, i * 1f)));
//~                                 ^ [KILN1402] Iterations 0 and 1 of this parallel both touch [x] of 'a'. | Let each iteration write its own element; to add up, use reduceSum or atomicAdd.
  }

  @TileKernel
  static void neighbour(@Dims("n") FloatTensor<F32> a) {
    grid(
        1,
        x -> {
          var tile = shared(F32, 64);
          clear(tile);
          parallel(63, i -> tile.set(i, tile.get(i + 1)));
//~                             ^ [KILN1402] Iterations 0 and 1 of this parallel both touch [1] of 'tile'. | Let each iteration write its own element; to add up, use reduceSum or atomicAdd.
          copy(tile, a);
        });
  }

  /** The first two iterations of a loop whose extent a launch tells. */
  @TileKernel
  static void unknownExtent(@Dims("n") FloatTensor<F32> a, @Dims("1") FloatTensor<F32> sum) {
    grid(1, x -> parallel(a.dim(0), i -> sum.set(0, a.get(i))));
//~                                         ^ [KILN1402] Iterations 0 and 1 of this parallel both touch [0] of 'sum'. | Let each iteration write its own element; to add up, use reduceSum or atomicAdd.
  }

  /** What the first block and the first iteration around show. */
  @TileKernel
  static void firstBlock(@Dims("m, n") FloatTensor<F32> a) {
    grid(a.dim(0), row -> {
      var sums = fragment(F32, 64);
      clear(sums);
      for (int k : serial(ceilDiv(a.dim(1), 64))) {
        parallel(64, j -> sums.set(j, sums.get(row + k) + a.get(row, k * 64 + j)));
//~                           ^ [KILN1402] Iterations 0 and 1 of this parallel both touch [0] of 'sums'. | Let each iteration write its own element; to add up, use reduceSum or atomicAdd. | So it is in the first block, at the first iteration of the loops around. (Races.java:38:9)
      }
      parallel(64, j -> a.set(row, j, sums.get(j)));
    });
  }

  /** What a condition or the bounds of a loop may keep from the first block. */
  @TileKernel
  static void laterBlocks(@Dims("m, n") FloatTensor<F32> a) {
    grid(a.dim(0), row -> {
      var sums = fragment(F32, 64);
      clear(sums);
      if (row > 64) {
        parallel(64, j -> sums.set(j, sums.get(row) + 1f));
      }
      for (int k : serial(row)) {
        parallel(64, j -> sums.set(j, sums.get(row + 63) + 1f));
      }
      parallel(min(a.dim(0), 1), j -> sums.set(0, 1f));
      parallel(a.dim(0), j -> sums.set(j + 5, sums.get(j)));
      parallel(64, j -> a.set(row, j, sums.get(j)));
    });
  }

  /** An index that is assigned, surely or not. */
  @TileKernel
  static void assigned(@Dims("n") FloatTensor<F32> a, int p) {
    grid(1, x -> {
      var sums = fragment(F32, 64);
      clear(sums);
      parallel(64, i -> {
        int last = i;
        if (p > 0) {
          last = 63 - i;
        }
        sums.set(last, 1f);
        i = 3;
        sums.set(i, 1f);
//~         ^ [KILN1402] Iterations 0 and 1 of this parallel both touch [3] of 'sums'. | Let each iteration write its own element; to add up, use reduceSum or atomicAdd.
      });
      copy(sums, a);
    });
  }

  /** Branches of which all iterations take one. */
  @TileKernel
  static void alternatives(@Dims("n") FloatTensor<F32> a, int p) {
    grid(1, x -> {
      var sums = fragment(F32, 64);
      clear(sums);
      parallel(64, i -> {
        if (p > 0) {
          sums.set(i, 1f);
//~           ^ [KILN1402] Iterations 31 and 32 of this parallel both touch [32] of 'sums'. | Let each iteration write its own element; to add up, use reduceSum or atomicAdd.
        } else {
          a.set(i, sums.get(i / 2));
        }
        for (int k : serial(4)) {
          if (p > k) {
            sums.set(i, 1f);
//~             ^ [KILN1402] Iterations 0 and 1 of this parallel both touch [0] of 'sums'. | Let each iteration write its own element; to add up, use reduceSum or atomicAdd.
          } else {
            a.set(i, sums.get(63 - i));
          }
        }
      });
    });
  }
}
