package dev.kiln.lower.laidout;

import dev.kiln.ir.DType;
import dev.kiln.ir.Shape;
import dev.kiln.layout.Layout;

/**
 * Shared tiles whose rows, and of 2-byte elements columns, are read 16 bytes at a time: the
 * swizzles of TMA and of matrix instructions, by the width of a row. Source: PTX ISA 9.0, 5.5.7.
 */
final class SwizzledTiles {
  /** What stays together, as a power of two of bytes. */
  private static final int LOG2_CHUNK = 4;

  /** What spans all banks, as a power of two of bytes. */
  private static final int LOG2_LINE = 7;

  private SwizzledTiles() {}

  /** Rows wider than a line are cut into panels of one line each. */
  static Layout of(Shape shape, DType element) {
    int log2Bytes = Integer.numberOfTrailingZeros(element.bytes());
    int log2Chunk = LOG2_CHUNK - log2Bytes;
    int log2Line = LOG2_LINE - log2Bytes;
    int line = 1 << log2Line;
    int rows = shape.extent(0);
    int columns = shape.extent(1);
    if (columns % line == 0) {
      Layout base =
          columns == line
              ? Layout.rowMajor(shape.extents(), columns)
              : new Layout.Panels(1, line, rows);
      return new Layout.Swizzled(base, log2Chunk, log2Line, 3);
    }
    if (columns == line / 2 || columns == line / 4) {
      Layout base = Layout.rowMajor(shape.extents(), columns);
      return new Layout.Swizzled(base, log2Chunk, log2Line, columns == line / 2 ? 2 : 1);
    }
    int chunk = 1 << log2Chunk;
    return Layout.rowMajor(shape.extents(), columns % (2 * chunk) == 0 ? columns + chunk : columns);
  }
}
