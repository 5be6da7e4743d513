package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** A product with all that may be asked of how it is run, and of its precision. */
final class TunedGemm {
  private TunedGemm() {}

  /** {@code c = a · b} of factors that are rounded to TF32. */
  @TileKernel
  @Variant("bm=64, bn=64, bk=32, stages=2")
  static void gemmTf32(
      @Dims("m, k") FloatTensor<F32> a,
      @Dims("k, n") FloatTensor<F32> b,
      @Dims("m, n") FloatTensor<F32> c,
      @Const int bm,
      @Const int bn,
      @Const int bk,
      @Const int stages) {
    grid(
        ceilDiv(c.dim(1), bn),
        ceilDiv(c.dim(0), bm),
        threads(128),
        swizzle(4),
        persistent(),
        (bx, by) -> {
          var as = shared(F32, bm, bk);
          var bs = shared(F32, bk, bn);
          var acc = fragment(F32, bm, bn);
          clear(acc);
          for (int k : pipelined(ceilDiv(a.dim(1), bk), stages)) {
            copy(a.at(by * bm, k * bk), as);
            copy(b.at(k * bk, bx * bn), bs);
            gemm(as, bs, acc, TF32, FULL_ROW);
          }
          copy(acc, c.at(by * bm, bx * bn));
        });
  }

  /** {@code c = a · bᵀ} of factors that are rounded to TF32. */
  @TileKernel
  @Variant("bm=64, bn=64, bk=32, stages=2")
  @Variant(target = "cuda:sm_90a", value = "bm=128, bn=64, bk=32, stages=3")
  static void gemmTf32Transposed(
      @Dims("m, k") FloatTensor<F32> a,
      @Dims("n, k") FloatTensor<F32> b,
      @Dims("m, n") FloatTensor<F32> c,
      @Const int bm,
      @Const int bn,
      @Const int bk,
      @Const int stages) {
    grid(
        ceilDiv(c.dim(1), bn),
        ceilDiv(c.dim(0), bm),
        (bx, by) -> {
          var as = shared(F32, bm, bk);
          var bs = shared(F32, bn, bk);
          var acc = fragment(F32, bm, bn);
          clear(acc);
          for (int k : pipelined(ceilDiv(a.dim(1), bk), stages)) {
            copy(a.at(by * bm, k * bk), as);
            copy(b.at(bx * bn, k * bk), bs);
            gemm(as, bs.t(), acc, TF32);
          }
          copy(acc, c.at(by * bm, bx * bn));
        });
  }
}
