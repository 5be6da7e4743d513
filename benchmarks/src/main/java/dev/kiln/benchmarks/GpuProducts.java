package dev.kiln.benchmarks;

import static dev.kiln.lang.Tile.BF16;
import static dev.kiln.lang.Tile.E4M3;
import static dev.kiln.lang.Tile.F32;
import static dev.kiln.lang.Tile.TF32;
import static dev.kiln.lang.Tile.ceilDiv;
import static dev.kiln.lang.Tile.clear;
import static dev.kiln.lang.Tile.copy;
import static dev.kiln.lang.Tile.fragment;
import static dev.kiln.lang.Tile.gemm;
import static dev.kiln.lang.Tile.grid;
import static dev.kiln.lang.Tile.persistent;
import static dev.kiln.lang.Tile.pipelined;
import static dev.kiln.lang.Tile.shared;

import dev.kiln.lang.BF16;
import dev.kiln.lang.Const;
import dev.kiln.lang.Dims;
import dev.kiln.lang.E4M3;
import dev.kiln.lang.F32;
import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.TileKernel;
import dev.kiln.lang.Variant;

/** The products that are measured on GPUs, as a user would write them. */
final class GpuProducts {
  private GpuProducts() {}

  /** {@code c = a · b}; row 1 is for few rows. */
  @TileKernel
  @Variant("bm=128, bn=256, bk=64, stages=4")
  @Variant("bm=64, bn=128, bk=64, stages=8")
  static void product(
      @Dims("m, k") FloatTensor<BF16> a,
      @Dims("k, n") FloatTensor<BF16> b,
      @Dims("m, n") FloatTensor<BF16> c,
      @Const int bm,
      @Const int bn,
      @Const int bk,
      @Const int stages) {
    grid(
        ceilDiv(c.dim(1), bn),
        ceilDiv(c.dim(0), bm),
        (bx, by) -> {
          var as = shared(BF16, bm, bk);
          var bs = shared(BF16, bk, bn);
          var acc = fragment(F32, bm, bn);
          clear(acc);
          for (int ko : pipelined(ceilDiv(a.dim(1), bk), stages)) {
            copy(a.at(by * bm, ko * bk), as);
            copy(b.at(ko * bk, bx * bn), bs);
            gemm(as, bs, acc);
          }
          copy(acc, c.at(by * bm, bx * bn));
        });
  }

  /** {@code c = a · bᵀ}; row 1 is for few rows. */
  @TileKernel
  @Variant("bm=128, bn=256, bk=64, stages=4")
  @Variant("bm=64, bn=128, bk=64, stages=8")
  static void productTransposed(
      @Dims("m, k") FloatTensor<BF16> a,
      @Dims("n, k") FloatTensor<BF16> b,
      @Dims("m, n") FloatTensor<BF16> c,
      @Const int bm,
      @Const int bn,
      @Const int bk,
      @Const int stages) {
    grid(
        ceilDiv(c.dim(1), bn),
        ceilDiv(c.dim(0), bm),
        (bx, by) -> {
          var as = shared(BF16, bm, bk);
          var bs = shared(BF16, bn, bk);
          var acc = fragment(F32, bm, bn);
          clear(acc);
          for (int ko : pipelined(ceilDiv(a.dim(1), bk), stages)) {
            copy(a.at(by * bm, ko * bk), as);
            copy(b.at(bx * bn, ko * bk), bs);
            gemm(as, bs.t(), acc);
          }
          copy(acc, c.at(by * bm, bx * bn));
        });
  }

  /** {@code c = a · bᵀ} by blocks that go on with the next tile. */
  @TileKernel
  @Variant("bm=128, bn=256, bk=64, stages=4")
  static void productPersistent(
      @Dims("m, k") FloatTensor<BF16> a,
      @Dims("n, k") FloatTensor<BF16> b,
      @Dims("m, n") FloatTensor<BF16> c,
      @Const int bm,
      @Const int bn,
      @Const int bk,
      @Const int stages) {
    grid(
        ceilDiv(c.dim(1), bn),
        ceilDiv(c.dim(0), bm),
        persistent(),
        (bx, by) -> {
          var as = shared(BF16, bm, bk);
          var bs = shared(BF16, bn, bk);
          var acc = fragment(F32, bm, bn);
          clear(acc);
          for (int ko : pipelined(ceilDiv(a.dim(1), bk), stages)) {
            copy(a.at(by * bm, ko * bk), as);
            copy(b.at(bx * bn, ko * bk), bs);
            gemm(as, bs.t(), acc);
          }
          copy(acc, c.at(by * bm, bx * bn));
        });
  }

  /** {@code c = a · bᵀ} of 8-bit floats. */
  @TileKernel
  @Variant("bm=128, bn=128, bk=128, stages=4")
  static void productOfBytes(
      @Dims("m, k") FloatTensor<E4M3> a,
      @Dims("n, k") FloatTensor<E4M3> b,
      @Dims("m, n") FloatTensor<BF16> c,
      @Const int bm,
      @Const int bn,
      @Const int bk,
      @Const int stages) {
    grid(
        ceilDiv(c.dim(1), bn),
        ceilDiv(c.dim(0), bm),
        (bx, by) -> {
          var as = shared(E4M3, bm, bk);
          var bs = shared(E4M3, bn, bk);
          var acc = fragment(F32, bm, bn);
          clear(acc);
          for (int ko : pipelined(ceilDiv(a.dim(1), bk), stages)) {
            copy(a.at(by * bm, ko * bk), as);
            copy(b.at(bx * bn, ko * bk), bs);
            gemm(as, bs.t(), acc);
          }
          copy(acc, c.at(by * bm, bx * bn));
        });
  }

  /** {@code c = a · bᵀ} of floats, rounded to TF32. */
  @TileKernel
  @Variant("bm=128, bn=256, bk=32, stages=4")
  static void productOfSingles(
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
          for (int ko : pipelined(ceilDiv(a.dim(1), bk), stages)) {
            copy(a.at(by * bm, ko * bk), as);
            copy(b.at(bx * bn, ko * bk), bs);
            gemm(as, bs.t(), acc, TF32);
          }
          copy(acc, c.at(by * bm, bx * bn));
        });
  }
}
