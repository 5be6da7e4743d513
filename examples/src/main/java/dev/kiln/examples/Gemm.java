package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** Matrix products with a rectified result, {@code c = max(a · b, 0)}, in three element types. */
public final class Gemm {
  private Gemm() {}

  /** In half precision, summed in single precision. */
  @TileKernel
  @Variant("bm=128, bn=256, bk=64, stages=4")
  @Variant(target = "cpu", value = "bm=192, bn=256, bk=256, stages=1")
  static void gemmRelu(
      @Dims("m, k") FloatTensor<F16> a,
      @Dims("k, n") FloatTensor<F16> b,
      @Dims("m, n") FloatTensor<F16> c,
      @Const int bm,
      @Const int bn,
      @Const int bk,
      @Const int stages) {
    int m = c.dim(0), n = c.dim(1), k = a.dim(1);
    grid(
        ceilDiv(n, bn),
        ceilDiv(m, bm),
        (bx, by) -> {
          var as = shared(F16, bm, bk);
          var bs = shared(F16, bk, bn);
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
}
