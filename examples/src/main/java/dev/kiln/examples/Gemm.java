package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/**
 * Matrix products with a rectified result, {@code c = max(a · b, 0)}, in three element types.
 *
 * <p>Each block makes one tile of {@code c}. It walks along {@code k}, copies a tile of {@code a}
 * and one of {@code b} on chip, and adds their product to an accumulator in single precision. Where
 * the sizes do not divide by the tiles, what is outside reads as zero and is not written.
 */
final class Gemm {
  private Gemm() {}

  /** In half precision, as most networks are run. */
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

  /** The same with the exponent range of single precision. */
  @TileKernel
  @Variant("bm=128, bn=256, bk=64, stages=4")
  @Variant(target = "cpu", value = "bm=192, bn=256, bk=256, stages=1")
  static void gemmReluBf16(
      @Dims("m, k") FloatTensor<BF16> a,
      @Dims("k, n") FloatTensor<BF16> b,
      @Dims("m, n") FloatTensor<BF16> c,
      @Const int bm,
      @Const int bn,
      @Const int bk,
      @Const int stages) {
    int m = c.dim(0), n = c.dim(1), k = a.dim(1);
    grid(
        ceilDiv(n, bn),
        ceilDiv(m, bm),
        (bx, by) -> {
          var as = shared(BF16, bm, bk);
          var bs = shared(BF16, bk, bn);
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

  /** In single precision throughout. */
  @TileKernel
  @Variant("bm=128, bn=128, bk=32, stages=3")
  @Variant(target = "cpu", value = "bm=192, bn=256, bk=256, stages=1")
  static void gemmReluF32(
      @Dims("m, k") FloatTensor<F32> a,
      @Dims("k, n") FloatTensor<F32> b,
      @Dims("m, n") FloatTensor<F32> c,
      @Const int bm,
      @Const int bn,
      @Const int bk,
      @Const int stages) {
    int m = c.dim(0), n = c.dim(1), k = a.dim(1);
    grid(
        ceilDiv(n, bn),
        ceilDiv(m, bm),
        (bx, by) -> {
          var as = shared(F32, bm, bk);
          var bs = shared(F32, bk, bn);
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
