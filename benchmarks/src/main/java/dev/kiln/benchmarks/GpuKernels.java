package dev.kiln.benchmarks;

import static dev.kiln.lang.Tile.BF16;
import static dev.kiln.lang.Tile.F32;
import static dev.kiln.lang.Tile.INFINITY;
import static dev.kiln.lang.Tile.ceilDiv;
import static dev.kiln.lang.Tile.clear;
import static dev.kiln.lang.Tile.copy;
import static dev.kiln.lang.Tile.exp2;
import static dev.kiln.lang.Tile.fill;
import static dev.kiln.lang.Tile.fma;
import static dev.kiln.lang.Tile.fragment;
import static dev.kiln.lang.Tile.gemm;
import static dev.kiln.lang.Tile.grid;
import static dev.kiln.lang.Tile.parallel;
import static dev.kiln.lang.Tile.pipelined;
import static dev.kiln.lang.Tile.reduceMax;
import static dev.kiln.lang.Tile.reduceSum;
import static dev.kiln.lang.Tile.rsqrt;
import static dev.kiln.lang.Tile.shared;

import dev.kiln.lang.BF16;
import dev.kiln.lang.Const;
import dev.kiln.lang.Dims;
import dev.kiln.lang.F32;
import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.TileFunction;
import dev.kiln.lang.TileKernel;
import dev.kiln.lang.Variant;

/** The kernels that are measured on GPUs, written as a user would; none names a warp. */
final class GpuKernels {
  private static final float LOG2_E = 1.442695f;

  private GpuKernels() {}

  /** Attention over heads of {@code d}; rows 0 and 1 are full, 2 and 3 causal. */
  @TileKernel
  @Variant("d=64, causal=false, bm=128, bn=128, stages=2")
  @Variant("d=128, causal=false, bm=128, bn=128, stages=2")
  @Variant("d=64, causal=true, bm=128, bn=128, stages=2")
  @Variant("d=128, causal=true, bm=128, bn=128, stages=2")
  static void attention(
      @Dims("heads, n, width") FloatTensor<BF16> q,
      @Dims("heads, n, width") FloatTensor<BF16> k,
      @Dims("heads, n, width") FloatTensor<BF16> v,
      @Dims("heads, n, width") FloatTensor<BF16> o,
      float scale,
      @Const int d,
      @Const boolean causal,
      @Const int bm,
      @Const int bn,
      @Const int stages) {
    grid(
        ceilDiv(q.dim(1), bm),
        q.dim(0),
        (block, head) -> {
          int n = q.dim(1);
          float scale2 = scale * LOG2_E; // exponentials are powers of two
          int first = (causal ? ceilDiv(n, bm) - 1 - block : block) * bm; // the longest first
          int seen = causal ? Math.min(first + bm, n) : n;
          var qs = shared(BF16, bm, d);
          var ks = shared(BF16, bn, d);
          var vs = shared(BF16, bn, d);
          var scores = fragment(F32, bm, bn);
          var weights = fragment(BF16, bm, bn);
          var out = fragment(F32, bm, d);
          var peak = fragment(F32, bm);
          var before = fragment(F32, bm);
          var sum = fragment(F32, bm);
          copy(q.at(head, first, 0), qs);
          clear(out);
          clear(sum);
          fill(peak, -INFINITY);
          for (int step : pipelined(ceilDiv(seen, bn), stages)) {
            int key = step * bn;
            copy(k.at(head, key, 0), ks);
            copy(v.at(head, key, 0), vs);
            clear(scores);
            gemm(qs, ks.t(), scores);
            if (key + bn > n || (causal && key + bn > first + 1)) {
              hide(scores, first, key, n, causal);
            }
            rise(scores, peak, before, scale2);
            parallel(bm, i -> sum.set(i, sum.get(i) * before.get(i)));
            reduceSum(scores, sum, 1, /* clear= */ false);
            parallel(bm, d, (i, j) -> out.set(i, j, out.get(i, j) * before.get(i)));
            copy(scores, weights);
            gemm(weights, vs, out);
          }
          divide(out, sum);
          copy(out, o.at(head, first, 0));
        });
  }

  /** Takes away the scores of keys that a query does not see. */
  @TileFunction
  static void hide(FloatTensor<F32> scores, int first, int key, int n, boolean causal) {
    parallel(
        scores.dim(0),
        scores.dim(1),
        (i, j) -> {
          if (key + j >= n || (causal && key + j > first + i)) {
            scores.set(i, j, -INFINITY);
          }
        });
  }

  /**
   * Makes scores exponentials relative to the largest so far, and {@code before} the factor by
   * which what was summed before is too large.
   */
  @TileFunction
  static void rise(
      FloatTensor<F32> scores, FloatTensor<F32> peak, FloatTensor<F32> before, float scale) {
    copy(peak, before);
    reduceMax(scores, peak, 1, /* clear= */ false);
    parallel(
        scores.dim(0),
        scores.dim(1),
        (i, j) -> scores.set(i, j, exp2(fma(scores.get(i, j), scale, -(peak.get(i) * scale)))));
    parallel(peak.dim(0), i -> before.set(i, exp2((before.get(i) - peak.get(i)) * scale)));
  }

  /** Divides each row by its sum; once, since multiplying is quicker. */
  @TileFunction
  static void divide(FloatTensor<F32> rows, FloatTensor<F32> sum) {
    parallel(sum.dim(0), i -> sum.set(i, 1 / sum.get(i)));
    parallel(rows.dim(0), rows.dim(1), (i, j) -> rows.set(i, j, rows.get(i, j) * sum.get(i)));
  }

  /** {@code y = x / rms(x) · weight} for rows of {@code columns}. */
  @TileKernel
  @Variant("columns=4096")
  static void rmsNorm(
      @Dims("m, n") FloatTensor<BF16> x,
      @Dims("n") FloatTensor<BF16> weight,
      @Dims("m, n") FloatTensor<BF16> y,
      @Const int columns) {
    grid(
        x.dim(0),
        row -> {
          var values = fragment(F32, 1, columns);
          var squares = fragment(F32, 1, columns);
          var sum = fragment(F32, 1);
          copy(x.at(row, 0), values);
          parallel(columns, j -> squares.set(0, j, values.get(0, j) * values.get(0, j)));
          reduceSum(squares, sum, 1);
          parallel(1, i -> sum.set(i, rsqrt(sum.get(i) / columns + 1e-6f)));
          parallel(columns, j -> values.set(0, j, values.get(0, j) * sum.get(0) * weight.get(j)));
          copy(values, y.at(row, 0));
        });
  }
}
