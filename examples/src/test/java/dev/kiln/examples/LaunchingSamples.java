package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** Kernels for {@code docs/launching.md}. */
final class LaunchingSamples {
  private LaunchingSamples() {}

  @TileKernel
  static void quotients(
      @Dims("n") IntTensor<I32> a, @Dims("n") IntTensor<I32> b, @Dims("n") IntTensor<I32> c) {
    grid(
        ceilDiv(a.dim(0), 64),
        (block) ->
            parallel(
                64,
                (i) -> {
                  int at = block * 64 + i;
                  if (at < c.dim(0)) {
                    c.set(at, a.get(at) / b.get(at));
                  }
                }));
  }
}
