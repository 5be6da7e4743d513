package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** The smallest kernel: {@code c = a + b}. */
final class VectorAdd {
  private VectorAdd() {}

  /** Each block adds {@code size} elements, the last one what is left. */
  @TileKernel
  @Variant("size=4096")
  static void vectorAdd(
      @Dims("n") FloatTensor<F32> a,
      @Dims("n") FloatTensor<F32> b,
      @Dims("n") FloatTensor<F32> c,
      @Const int size) {
    grid(
        ceilDiv(c.dim(0), size),
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
