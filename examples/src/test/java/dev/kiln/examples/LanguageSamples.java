package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** The kernels that {@code docs/language.md} shows. */
final class LanguageSamples {
  private LanguageSamples() {}

  // sample: function
  @TileFunction
  static float gelu(float x) {
    return 0.5f * x * (1f + erf(x * 0.70710677f));
  }

  @TileKernel
  @Variant("size=1024")
  static void geluInPlace(@Dims("n") FloatTensor<F32> x, @Const int size) {
    grid(
        ceilDiv(x.dim(0), size),
        (block) ->
            parallel(
                size,
                (i) -> {
                  int at = block * size + i;
                  x.set(at, gelu(x.get(at)));
                }));
  }

  // end

  // sample: reduction
  @TileKernel
  @Variant("rows=16, columns=256")
  static void rowMaxima(
      @Dims("m, n") FloatTensor<F16> x,
      @Dims("m") FloatTensor<F16> y,
      @Const int rows,
      @Const int columns) {
    int n = x.dim(1);
    grid(
        ceilDiv(x.dim(0), rows),
        (block) -> {
          var part = shared(F16, rows, columns);
          var peak = fragment(F32, rows);
          fill(peak, -INFINITY);
          for (int k : pipelined(ceilDiv(n, columns), 2)) {
            copy(x.at(block * rows, k * columns), part);
            parallel(
                rows,
                columns,
                (i, j) -> part.set(i, j, k * columns + j < n ? part.get(i, j) : -INFINITY));
            reduceMax(part, peak, 1, /* clear= */ false);
          }
          copy(peak, y.at(block * rows));
        });
  }

  // end

  // sample: control
  @TileKernel
  static void stepsToOne(@Dims("n") IntTensor<I32> start, @Dims("n") IntTensor<I32> steps) {
    grid(
        ceilDiv(start.dim(0), 256),
        (block) ->
            parallel(
                256,
                (i) -> {
                  long value = start.get(block * 256 + i);
                  int count = 0;
                  while (value > 1) {
                    value = (value & 1) == 0 ? value / 2 : 3 * value + 1;
                    count++;
                  }
                  steps.set(block * 256 + i, count);
                }));
  }
  // end
}
