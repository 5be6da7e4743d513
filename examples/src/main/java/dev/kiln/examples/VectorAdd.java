package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** The smallest kernel: {@code c = a + b}. */
public final class VectorAdd {
  private VectorAdd() {}

  /** Each block adds {@code size} elements. */
  @TileKernel
  @Variant("size=4096")
  static void vectorAdd(
      @Dims("n") FloatTensor<F32> a,
      @Dims("n") FloatTensor<F32> b,
      @Dims("n") FloatTensor<F32> c,
      @Const int size) {
    int n = c.dim(0);
    grid(
        ceilDiv(n, size),
        (x) -> {
          parallel(
              size,
              (i) -> {
                int at = x * size + i;
                c.set(at, a.get(at) + b.get(at));
              });
        });
  }
}
