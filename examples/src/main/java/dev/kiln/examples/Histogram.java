package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** How often each byte occurs. */
final class Histogram {
  private static final int BINS = 256;

  private Histogram() {}

  /**
   * Adds the counts of {@code values} to {@code counts}. Each block counts its {@code size} values
   * on chip, where adding is cheap, and then adds its counts to those of the other blocks.
   */
  @TileKernel
  @Variant("size=16384")
  static void histogram(
      @Dims("n") IntTensor<U8> values, @Dims("256") IntTensor<I32> counts, @Const int size) {
    int n = values.dim(0);
    grid(
        ceilDiv(n, size),
        (block) -> {
          var own = shared(I32, BINS);
          clear(own);
          parallel(
              size,
              (i) -> {
                int at = block * size + i;
                if (at < n) {
                  atomicAdd(own, values.get(at), 1);
                }
              });
          parallel(BINS, (bin) -> atomicAdd(counts, bin, own.get(bin)));
        });
  }
}
