package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** A product of matrices in 8 bits: rows are scaled to the range of the type, and back. */
final class ScaledGemm {
  /** The largest value of E4M3. */
  private static final float LARGEST = 448f;

  private ScaledGemm() {}

  /** Row {@code i} of {@code x} is {@code scale[i]} times row {@code i} of {@code y}. */
  @TileKernel
  @Variant("rows=8, columns=256")
  static void quantise(
      @Dims("m, k") FloatTensor<F32> x,
      @Dims("m, k") FloatTensor<E4M3> y,
      @Dims("m") FloatTensor<F32> scale,
      @Const int rows,
      @Const int columns) {
    int k = x.dim(1);
    grid(
        ceilDiv(x.dim(0), rows),
        (block) -> {
          var part = shared(F32, rows, columns);
          var peak = fragment(F32, rows);
          clear(peak);
          for (int j : serial(ceilDiv(k, columns))) {
            copy(x.at(block * rows, j * columns), part);
            reduceAbsMax(part, peak, 1, /* clear= */ false);
          }
          parallel(rows, (i) -> peak.set(i, peak.get(i) > 0f ? peak.get(i) / LARGEST : 1f));
          copy(peak, scale.at(block * rows));
          for (int j : serial(ceilDiv(k, columns))) {
            copy(x.at(block * rows, j * columns), part);
            parallel(rows, columns, (i, c) -> part.set(i, c, part.get(i, c) / peak.get(i)));
            copy(part, y.at(block * rows, j * columns));
          }
        });
  }

  /** {@code c = a · bᵀ} with a scale for each row of {@code a} and of {@code b}. */
  @TileKernel
  @Variant("bm=64, bn=64, bk=64")
  @Variant(target = "cuda:sm_90a", value = "bm=128, bn=128, bk=128")
  static void scaledGemm(
      @Dims("m, k") FloatTensor<E4M3> a,
      @Dims("m") FloatTensor<F32> scaleA,
      @Dims("n, k") FloatTensor<E4M3> b,
      @Dims("n") FloatTensor<F32> scaleB,
      @Dims("m, n") FloatTensor<BF16> c,
      @Const int bm,
      @Const int bn,
      @Const int bk) {
    grid(
        ceilDiv(c.dim(1), bn),
        ceilDiv(c.dim(0), bm),
        (bx, by) -> {
          var as = shared(E4M3, bm, bk);
          var bs = shared(E4M3, bn, bk);
          var acc = fragment(F32, bm, bn);
          clear(acc);
          for (int k : pipelined(ceilDiv(a.dim(1), bk), 2)) {
            copy(a.at(by * bm, k * bk), as);
            copy(b.at(bx * bn, k * bk), bs);
            gemm(as, bs.t(), acc);
          }
          parallel(
              bm,
              bn,
              (i, j) ->
                  acc.set(i, j, acc.get(i, j) * scaleA.get(by * bm + i) * scaleB.get(bx * bn + j)));
          copy(acc, c.at(by * bm, bx * bn));
        });
  }

  /** {@code c = a · bᵀ} of factors of two kinds: many bits of one, a wide range of the other. */
  @TileKernel
  @Variant("bm=64, bn=64, bk=64")
  @Variant(target = "cuda:sm_90a", value = "bm=128, bn=128, bk=128")
  static void mixedGemm(
      @Dims("m, k") FloatTensor<E4M3> a,
      @Dims("n, k") FloatTensor<E5M2> b,
      @Dims("m, n") FloatTensor<F32> c,
      @Const int bm,
      @Const int bn,
      @Const int bk) {
    grid(
        ceilDiv(c.dim(1), bn),
        ceilDiv(c.dim(0), bm),
        (bx, by) -> {
          var as = shared(E4M3, bm, bk);
          var bs = shared(E5M2, bn, bk);
          var acc = fragment(F32, bm, bn);
          clear(acc);
          for (int k : pipelined(ceilDiv(a.dim(1), bk), 2)) {
            copy(a.at(by * bm, k * bk), as);
            copy(b.at(bx * bn, k * bk), bs);
            gemm(as, bs.t(), acc);
          }
          copy(acc, c.at(by * bm, bx * bn));
        });
  }
}
