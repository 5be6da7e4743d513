package frontend;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** What is asked of how blocks are run and how products are computed, and floats of one byte. */
final class Options {
  @TileKernel
  static void order(@Dims("n, m") IntTensor<I32> x, @Dims("m, n") IntTensor<I32> y) {
    grid(ceilDiv(y.dim(1), 4), ceilDiv(y.dim(0), 4), threads(64), swizzle(3), persistent(),
        (bx, by) -> parallel(4, 4, (i, j) ->
            y.set(by * 4 + i, bx * 4 + j, x.get(bx * 4 + j, by * 4 + i) + bx * 100 + by)));
  }

  @TileKernel
  static void inTurn(@Dims("n") FloatTensor<F32> x, @Dims("n") FloatTensor<F32> y) {
    grid(ceilDiv(y.dim(0), 3), persistent(), (b) -> {
      var part = shared(F32, 4);
      var sum = fragment(F32, 1);
      copy(x.at(b * 3), part);
      reduceSum(part, sum, 0);
      parallel(3, (i) -> y.set(b * 3 + i, sum.get(0)));
    });
  }

  @TileKernel
  static void tf32(
      @Dims("n, n") FloatTensor<F32> a, @Dims("n, n") FloatTensor<F32> b,
      @Dims("n, n") FloatTensor<F32> c) {
    grid(1, threads(32), (block) -> {
      var as = shared(F32, 32, 16);
      var bs = shared(F32, 16, 24);
      var acc = fragment(F32, 32, 24);
      copy(a, as);
      copy(b, bs);
      clear(acc);
      gemm(as, bs, acc, FULL_COLUMN, TF32);
      copy(acc, c);
    });
  }

  @TileKernel
  static void rows(
      @Dims("n, n") FloatTensor<F16> a, @Dims("n, n") FloatTensor<F16> b,
      @Dims("n, n") FloatTensor<F32> c) {
    grid(1, (block) -> {
      var as = shared(F16, 64, 32);
      var bs = shared(F16, 32, 32);
      var acc = fragment(F32, 64, 32);
      var square = fragment(F32, 64, 32);
      copy(a, as);
      copy(b, bs);
      clear(acc);
      clear(square);
      gemm(as, bs, acc, Tile.FULL_ROW);
      gemm(as, bs, square, GemmOption.SQUARE);
      parallel(64, 32, (i, j) -> acc.set(i, j, acc.get(i, j) + square.get(i, j)));
      copy(acc, c);
    });
  }

  @TileKernel
  static void bytes(
      @Dims("n, n") FloatTensor<E4M3> a, @Dims("n, n") FloatTensor<E4M3> b,
      @Dims("n, n") FloatTensor<E5M2> d, @Dims("n, n") FloatTensor<F32> c) {
    grid(1, (block) -> {
      var as = shared(E4M3, 32, 16);
      var bs = shared(E4M3, 16, 24);
      var ds = shared(E5M2, 32, 16);
      var acc = fragment(F32, 32, 24);
      var rest = fragment(F32, 16, 16);
      copy(a, as);
      copy(b, bs);
      copy(d, ds);
      clear(acc);
      gemm(as, bs, acc);
      copy(acc, c);
      clear(rest);
      gemm(ds.t(), ds, rest);
      copy(rest, c);
    });
  }

  @TileKernel
  static void loops(
      @Dims("64, 96") FloatTensor<E4M3> a, @Dims("32, 96") FloatTensor<E4M3> b,
      @Dims("64, 96") FloatTensor<F32> x, @Dims("96, 32") FloatTensor<F32> y,
      @Dims("64, 32") FloatTensor<F32> c) {
    grid(1, (block) -> {
      var as = shared(E4M3, 64, 32);
      var bs = shared(E4M3, 32, 32);
      var xs = shared(F32, 64, 32);
      var ys = shared(F32, 32, 32);
      var acc = fragment(F32, 64, 32);
      clear(acc);
      for (int k : pipelined(3, 2)) {
        copy(a.at(0, k * 32), as);
        copy(b.at(0, k * 32), bs);
        gemm(as, bs.t(), acc);
      }
      for (int k : pipelined(3, 2)) {
        copy(x.at(0, k * 32), xs);
        copy(y.at(k * 32, 0), ys);
        gemm(xs, ys, acc, TF32);
      }
      copy(acc, c);
    });
  }

  @TileKernel
  static void conversions(
      @Dims("n") FloatTensor<F32> x, @Dims("n") FloatTensor<E4M3> a, @Dims("n") FloatTensor<E5M2> b,
      @Dims("n") DoubleTensor d, @Dims("n") IntTensor<I32> i, @Dims("n") FloatTensor<F16> h) {
    grid(ceilDiv(x.dim(0), 8), (block) -> {
      var tile = shared(E4M3, 8);
      var wide = shared(F64, 8);
      copy(x.at(block * 8), tile);
      copy(tile, b.at(block * 8));
      copy(d.at(block * 8), wide);
      copy(wide, a.at(block * 8));
      copy(b.at(block * 8), tile);
      parallel(8, (j) -> {
        int at = block * 8 + j;
        h.set(at, b.get(at) * 0.3f);
        x.set(at, a.get(at) + tile.get(j));
        i.set(at, (int) (b.get(at) * 10));
        d.set(at, a.get(at));
      });
    });
  }
}
