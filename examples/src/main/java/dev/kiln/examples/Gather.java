package dev.kiln.examples;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** Rows of a table by their numbers, which are checked on the device. */
final class Gather {
  private Gather() {}

  /**
   * Row {@code i} of {@code y} is the row of {@code table} whose number is {@code rows[i]}. A
   * number without a row stops the kernel; with {@code isTold}, each block says which row it takes.
   */
  @TileKernel
  @Variant("width=64")
  static void gather(
      @Dims("k, n") FloatTensor<F32> table,
      @Dims("m") IntTensor<I32> rows,
      @Dims("m, n") FloatTensor<F32> y,
      boolean isTold,
      @Const int width) {
    int k = table.dim(0);
    int n = table.dim(1);
    grid(
        rows.dim(0),
        (x) -> {
          int row = rows.get(x);
          assertTrue(row >= 0 && row < k, "no such row");
          if (isTold) {
            print("row of", x, row, table.get(row, 0));
          }
          for (int j : serial(ceilDiv(n, width))) {
            parallel(width, (i) -> y.set(x, j * width + i, table.get(row, j * width + i)));
          }
          parallel(
              2,
              (i) -> {
                if (isTold && i < n) {
                  print("", i, y.get(x, i) > 0f);
                }
              });
        });
  }
}
