package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Parallel {
  @TileKernel
  static void parallelBodies(@Dims("n") FloatTensor<F32> a) {
    grid(1, x -> {
      var t = shared(F32, 4);
      int sum = 0;
      parallel(4, i -> {
        sum += i;
//~     ^ [KILN1304] 'sum' belongs to the block and cannot be assigned inside parallel. | Keep one value for each iteration in a tile and reduce it behind parallel, as with reduceSum(tile, sum, 0).
        var u = local(F32, 4);
//~             ^ [KILN1303] 'local' cannot stand inside parallel. | Allocate tiles at the top of the grid's body.
        var v = shared(F32, 4);
//~             ^ [KILN1303] 'shared' cannot stand inside parallel. | Allocate tiles at the top of the grid's body.
        copy(a.at(0), t);
//~     ^ [KILN1301] 'copy' works on whole tiles and cannot stand inside parallel. | Move it out of the parallel body, or work on elements with get and set.
        fill(t, 1f);
//~     ^ [KILN1301] 'fill' works on whole tiles and cannot stand inside parallel. | Move it out of the parallel body, or work on elements with get and set.
        clear(t);
//~     ^ [KILN1301] 'clear' works on whole tiles and cannot stand inside parallel. | Move it out of the parallel body, or work on elements with get and set.
        gemm(t, t, t);
//~     ^ [KILN1301] 'gemm' works on whole tiles and cannot stand inside parallel. | Move it out of the parallel body, or work on elements with get and set.
        reduceSum(t, t, 0);
//~     ^ [KILN1301] 'reduceSum' works on whole tiles and cannot stand inside parallel. | Move it out of the parallel body, or work on elements with get and set.
        parallel(4, j -> t.set(j, 1f));
//~     ^ [KILN1301] 'parallel' works on whole tiles and cannot stand inside parallel. | Move it out of the parallel body, or work on elements with get and set.
        for (int k : pipelined(4, 2)) {}
//~                  ^ [KILN1301] 'pipelined' works on whole tiles and cannot stand inside parallel. | Move it out of the parallel body, or work on elements with get and set.
        for (int k : serial(4)) {
          t.set(k, 1f);
        }
        helper(t);
      });
    });
  }

  @TileFunction
  static void helper(FloatTensor<F32> t) {
    clear(t);
//~ ^ [KILN1301] 'clear' works on whole tiles and cannot stand inside parallel. | Move it out of the parallel body, or work on elements with get and set. | inlined at Parallel.java:27:9
  }
}
