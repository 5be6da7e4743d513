package dev.kiln.lower.laidout;

import dev.kiln.ir.Shape;
import dev.kiln.layout.Layout;

/**
 * Shared tiles of 2-byte elements whose rows and columns are both read 16 bytes at a time: the
 * swizzles of TMA and of matrix instructions, by the width of a row. Source: PTX ISA 9.0, 5.5.7.
 */
final class SwizzledTiles {
  /** Elements that stay together, as a power of two: 16 bytes. */
  private static final int LOG2_CHUNK = 3;

  /** Elements of a line that spans all banks, as a power of two: 128 bytes. */
  private static final int LOG2_LINE = 6;

  private static final int LINE = 1 << LOG2_LINE;

  private SwizzledTiles() {}

  /** Rows wider than a line are cut into panels of one line each. */
  static Layout of(Shape shape) {
    int rows = shape.extent(0);
    int columns = shape.extent(1);
    if (columns % LINE == 0) {
      Layout base =
          columns == LINE
              ? Layout.rowMajor(shape.extents(), columns)
              : new Layout.Panels(1, LINE, rows);
      return new Layout.Swizzled(base, LOG2_CHUNK, LOG2_LINE, 3);
    }
    if (columns == LINE / 2 || columns == LINE / 4) {
      Layout base = Layout.rowMajor(shape.extents(), columns);
      return new Layout.Swizzled(base, LOG2_CHUNK, LOG2_LINE, columns == LINE / 2 ? 2 : 1);
    }
    int chunk = 1 << LOG2_CHUNK;
    return Layout.rowMajor(shape.extents(), columns % (2 * chunk) == 0 ? columns + chunk : columns);
  }
}
