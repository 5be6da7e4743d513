package dev.kiln.benchmarks;

import static dev.kiln.lang.Tile.F32;
import static dev.kiln.lang.Tile.ceilDiv;
import static dev.kiln.lang.Tile.clear;
import static dev.kiln.lang.Tile.copy;
import static dev.kiln.lang.Tile.exp;
import static dev.kiln.lang.Tile.fragment;
import static dev.kiln.lang.Tile.gemm;
import static dev.kiln.lang.Tile.grid;
import static dev.kiln.lang.Tile.parallel;
import static dev.kiln.lang.Tile.pipelined;
import static dev.kiln.lang.Tile.reduceMax;
import static dev.kiln.lang.Tile.reduceSum;
import static dev.kiln.lang.Tile.shared;

import dev.kiln.lang.Const;
import dev.kiln.lang.Dims;
import dev.kiln.lang.F32;
import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.TileKernel;
import dev.kiln.lang.Variant;

/** The kernels under measurement, written as a user would. */
final class Kernels {
  private Kernels() {}

  @TileKernel
  @Variant(target = "cpu", value = "bm=128, bn=512, bk=128")
  @Variant("bm=64, bn=64, bk=32")
  static void matmul(
      @Dims("m, k") FloatTensor<F32> a,
      @Dims("k, n") FloatTensor<F32> b,
      @Dims("m, n") FloatTensor<F32> c,
      @Const int bm,
      @Const int bn,
      @Const int bk) {
    grid(
        ceilDiv(c.dim(1), bn),
        ceilDiv(c.dim(0), bm),
        (bx, by) -> {
          var as = shared(F32, bm, bk);
          var bs = shared(F32, bk, bn);
          var acc = fragment(F32, bm, bn);
          clear(acc);
          for (int ko : pipelined(ceilDiv(a.dim(1), bk), 2)) {
            copy(a.at(by * bm, ko * bk), as);
            copy(b.at(ko * bk, bx * bn), bs);
            gemm(as, bs, acc);
          }
          copy(acc, c.at(by * bm, bx * bn));
        });
  }

  @TileKernel
  @Variant(target = "cpu", value = "block=65536")
  @Variant("block=2048")
  static void vectorAdd(
      @Dims("n") FloatTensor<F32> a,
      @Dims("n") FloatTensor<F32> b,
      @Dims("n") FloatTensor<F32> c,
      @Const int block) {
    grid(
        ceilDiv(c.dim(0), block),
        x ->
            parallel(
                block, i -> c.set(x * block + i, a.get(x * block + i) + b.get(x * block + i))));
  }

  /** Rows of 1024, on a CPU one to a block. */
  @TileKernel
  @Variant("rows=1, columns=1024")
  @Variant(target = "cuda", value = "rows=8, columns=1024")
  static void softmax(
      @Dims("m, n") FloatTensor<F32> in,
      @Dims("m, n") FloatTensor<F32> out,
      @Const int rows,
      @Const int columns) {
    grid(
        ceilDiv(in.dim(0), rows),
        block -> {
          var x = fragment(F32, rows, columns);
          var top = fragment(F32, rows);
          var sum = fragment(F32, rows);
          copy(in.at(block * rows, 0), x);
          reduceMax(x, top, 1);
          parallel(rows, columns, (i, j) -> x.set(i, j, exp(x.get(i, j) - top.get(i))));
          reduceSum(x, sum, 1);
          parallel(rows, i -> sum.set(i, 1f / sum.get(i)));
          parallel(rows, columns, (i, j) -> x.set(i, j, x.get(i, j) * sum.get(i)));
          copy(x, out.at(block * rows, 0));
        });
  }

  /** One block of almost no work: what a launch costs. */
  @TileKernel
  static void touch(@Dims("n") FloatTensor<F32> x) {
    grid(1, block -> parallel(16, i -> x.set(i, x.get(i) + 1f)));
  }

  /** A product small enough to be called as plain Java while debugging. */
  @TileKernel
  @Variant("bm=64, bn=64, bk=64")
  static void gemmRelu(
      @Dims("m, k") FloatTensor<F32> a,
      @Dims("k, n") FloatTensor<F32> b,
      @Dims("m, n") FloatTensor<F32> c,
      @Const int bm,
      @Const int bn,
      @Const int bk) {
    grid(
        ceilDiv(c.dim(1), bn),
        ceilDiv(c.dim(0), bm),
        (bx, by) -> {
          var as = shared(F32, bm, bk);
          var bs = shared(F32, bk, bn);
          var acc = fragment(F32, bm, bn);
          clear(acc);
          for (int ko : pipelined(ceilDiv(a.dim(1), bk), 2)) {
            copy(a.at(by * bm, ko * bk), as);
            copy(b.at(ko * bk, bx * bn), bs);
            gemm(as, bs, acc);
          }
          parallel(bm, bn, (i, j) -> acc.set(i, j, Math.max(acc.get(i, j), 0f)));
          copy(acc, c.at(by * bm, bx * bn));
        });
  }
}
