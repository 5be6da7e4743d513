package dev.kiln.lang;

import static dev.kiln.lang.Tile.BF16;
import static dev.kiln.lang.Tile.F32;
import static dev.kiln.lang.Tile.I32;
import static dev.kiln.lang.Tile.atomicAdd;
import static dev.kiln.lang.Tile.ceilDiv;
import static dev.kiln.lang.Tile.clear;
import static dev.kiln.lang.Tile.copy;
import static dev.kiln.lang.Tile.exp;
import static dev.kiln.lang.Tile.fragment;
import static dev.kiln.lang.Tile.gemm;
import static dev.kiln.lang.Tile.grid;
import static dev.kiln.lang.Tile.max;
import static dev.kiln.lang.Tile.parallel;
import static dev.kiln.lang.Tile.pipelined;
import static dev.kiln.lang.Tile.reduceMax;
import static dev.kiln.lang.Tile.reduceSum;
import static dev.kiln.lang.Tile.shared;

/** Kernels that the tests call directly. */
final class Kernels {

  private Kernels() {}

  static <T extends FloatType> void gemmRelu(
      FloatTensor<T> a, FloatTensor<T> b, FloatTensor<T> c, int bm, int bn, int bk, int stages) {
    int m = c.dim(0);
    int n = c.dim(1);
    int k = a.dim(1);
    grid(
        ceilDiv(n, bn),
        ceilDiv(m, bm),
        (bx, by) -> {
          var as = shared(a.dtype(), bm, bk);
          var bs = shared(a.dtype(), bk, bn);
          var acc = fragment(F32, bm, bn);
          clear(acc);
          for (int ko : pipelined(ceilDiv(k, bk), stages)) {
            copy(a.at(by * bm, ko * bk), as);
            copy(b.at(ko * bk, bx * bn), bs);
            gemm(as, bs, acc);
          }
          parallel(bm, bn, (i, j) -> acc.set(i, j, max(acc.get(i, j), 0f)));
          copy(acc, c.at(by * bm, bx * bn));
        });
  }

  /** Rows of up to {@code width} elements; what lies beyond the tensor must not count. */
  static void softmax(FloatTensor<F32> x, FloatTensor<BF16> y, int rows, int width) {
    int columns = x.dim(1);
    grid(
        ceilDiv(x.dim(0), rows),
        bx -> {
          var tile = fragment(F32, rows, width);
          var top = fragment(F32, rows);
          var sum = fragment(F32, rows);
          var out = shared(BF16, rows, width);
          copy(x.at(bx * rows, 0), tile);
          parallel(
              rows,
              width,
              (i, j) -> tile.set(i, j, j < columns ? tile.get(i, j) : Float.NEGATIVE_INFINITY));
          reduceMax(tile, top, 1);
          parallel(rows, width, (i, j) -> tile.set(i, j, exp(tile.get(i, j) - top.get(i))));
          reduceSum(tile, sum, 1);
          parallel(rows, width, (i, j) -> out.set(i, j, tile.get(i, j) / sum.get(i)));
          copy(out, y.at(bx * rows, 0));
        });
  }

  static void histogram(IntTensor<U8> values, IntTensor<I32> counts, int block) {
    grid(
        ceilDiv(values.dim(0), block),
        bx -> {
          var tile = shared(I32, block);
          copy(values.at(bx * block), tile);
          parallel(
              block,
              i -> {
                if (bx * block + i < values.dim(0)) {
                  atomicAdd(counts, tile.get(i), 1);
                }
              });
        });
  }
}
