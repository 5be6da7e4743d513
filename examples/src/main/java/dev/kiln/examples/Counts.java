package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** One count in four element types: all blocks add to elements that lie side by side. */
final class Counts {
  private static final int BINS = 16;

  private Counts() {}

  /** Adds how often each of the numbers from 0 to 15 occurs. */
  @TileKernel
  @Variant("size=128")
  static void count(
      @Dims("n") IntTensor<U8> values,
      @Dims("16") FloatTensor<F32> single,
      @Dims("16") FloatTensor<F16> half,
      @Dims("16") FloatTensor<BF16> upper,
      @Dims("16") IntTensor<I32> whole,
      @Const int size) {
    int n = values.dim(0);
    grid(
        ceilDiv(n, size),
        (block) ->
            parallel(
                size,
                (i) -> {
                  int at = block * size + i;
                  if (at < n) {
                    int bin = values.get(at) % BINS;
                    atomicAdd(single, bin, 1f);
                    atomicAdd(half, bin, 1f);
                    atomicAdd(upper, bin, 1f);
                    atomicAdd(whole, bin, 1);
                  }
                }));
  }
}
