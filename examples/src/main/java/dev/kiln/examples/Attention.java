package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/**
 * Attention, {@code o = softmax(q · kᵀ / √d) · v} for every head, without ever holding a whole row
 * of scores (FlashAttention).
 *
 * <p>Each block takes {@code bm} queries of one head and walks along the keys, {@code bn} at a
 * time. It keeps, for each query, the largest score so far, the sum of exponentials relative to it
 * and the weighted sum of values; when the largest score grows, both sums are scaled down.
 */
final class Attention {
  /** Size of a head. */
  private static final int D = 64;

  /** 1/√d, times log₂ e, so that exponentials are powers of two. */
  private static final float SCALE = 0.125f * 1.442695f;

  private Attention() {}

  /** Every query sees every key. */
  @TileKernel
  @Variant("bm=64, bn=64, stages=2")
  static void attention(
      @Dims("heads, n, 64") FloatTensor<F16> q,
      @Dims("heads, n, 64") FloatTensor<F16> k,
      @Dims("heads, n, 64") FloatTensor<F16> v,
      @Dims("heads, n, 64") FloatTensor<F16> o,
      @Const int bm,
      @Const int bn,
      @Const int stages) {
    grid(
        ceilDiv(q.dim(1), bm),
        q.dim(0),
        (block, head) -> attend(q, k, v, o, head, block * bm, bm, bn, stages, /* causal= */ false));
  }

  /** A query sees the keys up to its own place. */
  @TileKernel
  @Variant("bm=64, bn=64, stages=2")
  static void causalAttention(
      @Dims("heads, n, 64") FloatTensor<F16> q,
      @Dims("heads, n, 64") FloatTensor<F16> k,
      @Dims("heads, n, 64") FloatTensor<F16> v,
      @Dims("heads, n, 64") FloatTensor<F16> o,
      @Const int bm,
      @Const int bn,
      @Const int stages) {
    grid(
        ceilDiv(q.dim(1), bm),
        q.dim(0),
        (block, head) -> attend(q, k, v, o, head, block * bm, bm, bn, stages, /* causal= */ true));
  }

  /** The queries {@code first} to {@code first + bm - 1} of one head. */
  @TileFunction
  static void attend(
      FloatTensor<F16> q,
      FloatTensor<F16> k,
      FloatTensor<F16> v,
      FloatTensor<F16> o,
      int head,
      int first,
      int bm,
      int bn,
      int stages,
      boolean causal) {
    int n = q.dim(1);
    int seen = causal ? min(first + bm, n) : n;
    var qs = shared(F16, bm, D);
    var ks = shared(F16, bn, D);
    var vs = shared(F16, bn, D);
    var scores = fragment(F32, bm, bn);
    var weights = fragment(F16, bm, bn);
    var out = fragment(F32, bm, D);
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
      parallel(
          bm,
          bn,
          (i, j) -> {
            boolean isSeen = key + j < n && (!causal || key + j <= first + i);
            scores.set(i, j, isSeen ? scores.get(i, j) * SCALE : -INFINITY);
          });
      copy(peak, before);
      reduceMax(scores, peak, 1, /* clear= */ false);
      parallel(bm, bn, (i, j) -> scores.set(i, j, exp2(scores.get(i, j) - peak.get(i))));
      parallel(bm, (i) -> before.set(i, exp2(before.get(i) - peak.get(i))));
      parallel(bm, (i) -> sum.set(i, sum.get(i) * before.get(i)));
      reduceSum(scores, sum, 1, /* clear= */ false);
      parallel(bm, D, (i, j) -> out.set(i, j, out.get(i, j) * before.get(i)));
      copy(scores, weights);
      gemm(weights, vs, out);
    }
    parallel(bm, D, (i, j) -> out.set(i, j, out.get(i, j) / sum.get(i)));
    copy(out, o.at(head, first, 0));
  }
}
