package dev.kiln.lower.tileop;

import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import java.util.List;

/** A whole tile of rank 2 as an operand of a product, perhaps read with its axes swapped. */
record Matrix(Side side, boolean isSwapped) {

  static Matrix of(Value tile, OpBuilder out, LoweringContext context) {
    return new Matrix(Side.of(tile, out, context), /* isSwapped= */ false);
  }

  Matrix swapped() {
    return new Matrix(side, !isSwapped);
  }

  private int axisOfView(int axis) {
    return isSwapped ? 1 - axis : axis;
  }

  private Layout layout() {
    return ((Type.TileType) side.base().type()).layout();
  }

  private List<Integer> baseExtents() {
    return ((Type.TileType) side.base().type()).shape().extents();
  }

  int extent(int axis) {
    return baseExtents().get(side.baseAxis(axisOfView(axis)));
  }

  Value offset(Value row, Value column, OpBuilder out) {
    return side.offset(isSwapped ? List.of(column, row) : List.of(row, column), out);
  }

  /** Whether vectors of {@code lanes} elements may be moved along an axis. */
  boolean isVector(int axis, int lanes) {
    return lanes == 1 || side.isVector(axisOfView(axis), lanes);
  }

  /** What one step along an axis adds to every offset; 0 when that differs from place to place. */
  long stride(int axis) {
    int baseAxis = side.baseAxis(axisOfView(axis));
    return switch (layout()) {
      case Layout.Unplaced unplaced -> 0;
      case Layout.Strided strided -> strided.strides().get(baseAxis);
      case Layout.Panels panels -> baseAxis == panels.axis() ? 0 : panels.width();
      case Layout.Swizzled _, Layout.Fragment _ -> 0;
    };
  }

  /** Whether rows may be read and written up to a multiple of {@code lanes} columns. */
  boolean isPadded(int lanes) {
    int across = side.baseAxis(axisOfView(1));
    long columns = (long) Math.ceilDiv(extent(1), lanes) * lanes;
    return switch (layout()) {
      case Layout.Unplaced unplaced -> false;
      case Layout.Strided strided ->
          strided.strides().get(across) == 1
              && strided.strides().get(1 - across) >= columns
              && strided.size(baseExtents()) >= columns;
      case Layout.Panels panels -> across == panels.axis() && panels.width() % lanes == 0;
      case Layout.Swizzled _, Layout.Fragment _ -> false;
    };
  }
}
