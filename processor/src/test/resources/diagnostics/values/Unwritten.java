package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Unwritten {
  @TileKernel
  static void copied(@Dims("n") FloatTensor<F32> a) {
    grid(
        1,
        x -> {
          var tile = shared(F32, 64);
          copy(tile, a);
//~            ^ [KILN1404] 'tile' is read before anything is written to it. | Write it first with copy, fill or clear. | 'tile' is made here. (Unwritten.java:13:22)
        });
  }

  @TileKernel
  static void accumulated(@Dims("m, n") FloatTensor<F32> a) {
    grid(
        1,
        x -> {
          var tile = shared(F32, 64, 64);
          var sum = fragment(F32, 64, 64);
          copy(a, tile);
          gemm(tile, tile, sum);
//~                        ^ [KILN1404] 'sum' is read before anything is written to it. | Write clear(sum) first, before the loop: gemm adds to what its accumulator holds. | 'sum' is made here. (Unwritten.java:24:21)
          copy(sum, a);
        });
  }

  @TileKernel
  static void nameless(@Dims("n") FloatTensor<F32> a) {
    grid(
        1,
        x -> {
          copy(shared(F32, 64), a);
//~            ^ [KILN1404] 'tile' is read before anything is written to it. | Write it first with copy, fill or clear. | 'tile' is made here. (Unwritten.java:36:16)
        });
  }

  @TileFunction
  static void product(FloatTensor<F32> left, FloatTensor<F32> right, FloatTensor<F32> sum) {
    gemm(left, right.t(), sum);
//~      ^ [KILN1404] 'factor' is read before anything is written to it. | Write it first with copy, fill or clear. | 'factor' is made here. (Unwritten.java:50:24) | inlined at Unwritten.java:55:11
//~                       ^ [KILN1404] 'sum' is read before anything is written to it. | Write clear(sum) first, before the loop: gemm adds to what its accumulator holds. | 'sum' is made here. (Unwritten.java:51:21) | inlined at Unwritten.java:55:11
  }

  @TileKernel
  static void several(@Dims("m, n") FloatTensor<F32> a, @Dims("m") FloatTensor<F32> b) {
    grid(
        1,
        x -> {
          var factor = shared(F32, 16, 16);
          var sum = fragment(F32, 16, 16);
          var line = fragment(F32, 16);
          var counts = shared(F32, 16);
          var picked = shared(F32, 16);
          product(factor, factor, sum);
          Tile.reduceSum(sum, line, 1, false);
//~                           ^ [KILN1404] 'line' is read before anything is written to it. | Write clear(line) first, or leave the last argument out: with false, it is added to what is there. | 'line' is made here. (Unwritten.java:52:22)
          atomicAdd(counts, 0, 1f);
//~                 ^ [KILN1404] 'counts' is read before anything is written to it. | Write it first with copy, fill or clear. | 'counts' is made here. (Unwritten.java:53:24)
          parallel(16, i -> b.set(i, picked.get(i) + line.get(i) + counts.get(i)));
//~                                  ^ [KILN1404] 'picked' is read before anything is written to it. | Write it first with copy, fill or clear. | 'picked' is made here. (Unwritten.java:54:24)
          copy(sum, a);
        });
  }

  /** A loop that may have no iterations, and in it the read before the only write. */
  @TileKernel
  static void together(@Dims("n") FloatTensor<F32> a, int p) {
    grid(
        1,
        x -> {
          var peaks = fragment(F32, 64);
          var late = fragment(F32, 64);
          var either = fragment(F32, 64);
          for (int k : serial(ceilDiv(a.dim(0), 64))) {
            parallel(min(64, a.dim(0) - k * 64), i -> peaks.set(i, max(peaks.get(i), a.get(i))));
//~                                                                    ^ [KILN1404] 'peaks' is read before anything is written to it. | Write it first with copy, fill or clear. | 'peaks' is made here. (Unwritten.java:69:23)
            if (k > 0) {
              copy(late, a.at(k * 64));
              clear(late);
            } else {
              clear(late);
            }
            if (k > p) {
              copy(either, a.at(k * 64));
            } else {
              clear(either);
            }
          }
        });
  }
}
