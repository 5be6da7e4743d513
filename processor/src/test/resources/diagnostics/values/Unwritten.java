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
//~       ^ [KILN1404] 'tile' is read before anything is written to it. | Write it first with copy, fill or clear. | 'tile' is made here. (Unwritten.java:13:22)
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
//~       ^ [KILN1404] 'sum' is read before anything is written to it. | Write clear(sum) first, before the loop: gemm adds to what its accumulator holds. | 'sum' is made here. (Unwritten.java:24:21)
          copy(sum, a);
        });
  }

  @TileKernel
  static void nameless(@Dims("n") FloatTensor<F32> a) {
    grid(
        1,
        x -> {
          copy(shared(F32, 64), a);
//~       ^ [KILN1404] 'tile' is read before anything is written to it. | Write it first with copy, fill or clear. | 'tile' is made here. (Unwritten.java:36:16)
        });
  }
}
