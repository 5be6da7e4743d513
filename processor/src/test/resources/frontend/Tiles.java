package frontend;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** The words on whole tiles. */
final class Tiles {
  @TileKernel
  static void copies(@Dims("m, n") FloatTensor<F32> x, @Dims("m, n") FloatTensor<F16> y) {
    grid(ceilDiv(x.dim(1), 8), ceilDiv(x.dim(0), 4), (bx, by) -> {
      var a = shared(F32, 4, 8);
      var b = fragment(F16, 4, 8);
      copy(x.at(by * 4, bx * 8), a);
      copy(a, b);
      copy(b, y.at(by * 4, bx * 8));
    });
  }

  @TileKernel
  static void regions(
      @Dims("k, m, n") FloatTensor<F32> x, @Dims("m") FloatTensor<F32> y, @Dims("n") FloatTensor<F32> z) {
    grid(1, (b) -> {
      var tile = shared(F32, 6, 4);
      var row = local(F32, 4);
      copy(x.at(b), tile);
      copy(tile.at(1 + b, 0), row);
      copy(row, y);
      copy(row, x.at(b, 2, 3));
      copy(row, tile.at(5, b));
      copy(z, row);
      copy(row, y.at(b * 4 + 4));
      copy(tile, x.at(1, 3));
    });
  }

  @TileKernel
  static void transposes(@Dims("m, n") FloatTensor<F32> x, @Dims("n, m") FloatTensor<F32> y) {
    grid(1, (b) -> {
      var a = shared(F32, 6, 5);
      copy(x.at(1, 2), a);
      a.set(0, 1, a.t().get(3, 2) + a.t().dim(0) + a.dim(0));
      a.t().set(2, 4, 9);
      copy(a.t(), y.at(3, 0));
      copy(x.t().at(1, 0), a);
      copy(a, y.t().at(0, 8));
      y.t().set(2, 1, x.t().get(1, 2) + y.t().dim(0));
    });
  }

  @TileKernel
  static void products(
      @Dims("m, k") FloatTensor<F32> x, @Dims("n, k") FloatTensor<F32> y, @Dims("m, n") FloatTensor<F32> z) {
    grid(1, (b) -> {
      var a = shared(F32, 8, 4);
      var at = shared(F32, 4, 8);
      var c = shared(F32, 6, 4);
      var sum = fragment(F32, 8, 6);
      copy(x, a);
      copy(a.t(), at);
      copy(y, c);
      clear(sum);
      gemm(a, c.t(), sum);
      gemm(at.t(), c.t(), sum);
      copy(sum, z);
    });
  }

  @TileKernel
  static void integerProducts(
      @Dims("m, k") IntTensor<I8> x, @Dims("k, n") IntTensor<I8> y, @Dims("m, n") IntTensor<I32> z) {
    grid(1, (b) -> {
      var a = shared(I8, 8, 4);
      var c = shared(I8, 4, 6);
      var sum = fragment(I32, 8, 6);
      copy(x, a);
      copy(y, c);
      fill(sum, 7);
      gemm(a, c, sum);
      copy(sum, z);
    });
  }

  @TileKernel
  static void reductions(@Dims("m, n") FloatTensor<F32> x, @Dims("m, n") FloatTensor<F32> y) {
    grid(1, (b) -> {
      var a = fragment(F32, 6, 5);
      var rows = fragment(F32, 6);
      var columns = fragment(F32, 5);
      var one = fragment(F32, 1);
      copy(x, a);
      reduceSum(a, rows, 1);
      reduceMax(a, rows, 1, false);
      copy(rows, y.at(0, 0));
      reduceMin(a, columns, 0);
      reduceAbsMax(a.t(), columns, 1, /* clear= */ false);
      copy(columns, y.at(1, 0));
      reduceAbsMax(columns, one, 0);
      copy(one, y.at(2, 0));
      reduceSum(a.t(), rows, 0);
      copy(rows, y.at(3, 0));
    });
  }

  @TileKernel
  static void reductionsOfThree(@Dims("k, m, n") IntTensor<I32> x, @Dims("m, n") IntTensor<I32> y) {
    grid(1, (b) -> {
      var a = fragment(I32, 3, 4, 2);
      var flat = fragment(I32, 2, 4);
      var side = fragment(I32, 3, 4);
      copy(x, a);
      reduceSum(a.t(), flat, 0);
      reduceMax(a.t(), side, 1);
      copy(flat, y);
      copy(side, y.at(3, 0));
    });
  }

  @TileKernel
  static void allFamilies(
      @Dims("n") LongTensor l, @Dims("n") DoubleTensor d, @Dims("n") BoolTensor t) {
    grid(1, (b) -> {
      var ls = shared(I64, 8);
      var ds = shared(F64, 8);
      var ts = shared(BOOL, 8);
      var sum = shared(F64, 1);
      fill(ls, b + 5);
      fill(ds, 1.5f);
      fill(ts, true);
      parallel(4, (i) -> {
        ls.set(i, l.get(i) + i);
        ds.set(i, d.get(i) * ls.get(i));
        ts.set(i, t.get(i) && ds.get(i) > 0);
      });
      copy(ls, d.at(8));
      reduceSum(ds, sum, 0);
      copy(sum, d);
      copy(ts, t.at(2));
      copy(ds, l.at(1));
      clear(ts);
      copy(ts, t.at(12));
    });
  }

  @TileKernel
  static void atomics(@Dims("n") FloatTensor<F32> x, @Dims("m, 3") IntTensor<I32> y) {
    grid(4, 2, 3, (bx, by, bz) -> {
      atomicAdd(x, bx, 1.5f);
      atomicAdd(y, by, bz, bx + 1);
      parallel(3, 2, 2, (i, j, k) -> atomicAdd(y, i * j, k, i + 1));
      atomicAdd(y.t(), bz, 1, 2);
    });
  }

  @TileKernel
  static void fixedDims(@Dims("m, 6") FloatTensor<F32> x, @Dims("6") FloatTensor<F32> y) {
    int width = x.dim(1);
    grid(x.dim(0), (b) -> {
      var row = local(F32, width);
      copy(x.at(b), row);
      row.set(width - 1, row.rank() + b);
      copy(row, x.at(b, 0));
    });
  }

  @TileKernel
  static void ranksFromUses(FloatTensor<F32> x, FloatTensor<F32> y, IntTensor<I32> z) {
    grid(x.dim(1), (b) -> {
      y.set(b, x.t().get(b, 0));
      atomicAdd(z, 0, 1, 2);
    });
  }

  @TileKernel
  static void outside(@Dims("n") FloatTensor<F32> x, @Dims("n") FloatTensor<F32> y, int p) {
    grid(x.dim(0), (b) -> {
      y.set(b + 3, x.get(b - 2) + x.get(p * 1000) + 1);
      y.set(p - 4 - b, 5);
    });
  }
}
