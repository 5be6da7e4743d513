package dev.kiln.lower.tileop;

import dev.kiln.analysis.View;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Shape;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One side of a copy, indexed by the copy's own axes: those of the side that has extents. A view of
 * higher rank is aligned with its trailing axes and stays at the anchor along the others; one of
 * lower rank is repeated along the leading axes.
 */
record CopySide(Side side, Shape extents) {

  static CopySide of(Value buffer, Shape extents, OpBuilder out, LoweringContext context) {
    return new CopySide(Side.of(buffer, out, context), extents);
  }

  /** The indices of an axis of the copy that lie inside of this side, as I64. */
  record Range(Value low, Value high) {}

  /** The axis of the view that an axis of the copy runs along; negative when there is none. */
  private int axisOfView(int axis) {
    return axis + side.rank() - extents.rank();
  }

  boolean isVector(int axis, int lanes) {
    return axisOfView(axis) >= 0 && side.isVector(axisOfView(axis), lanes);
  }

  /** The offset of each vector of one step of {@code strip} along {@code axis}. */
  List<Value> offsets(List<Value> indices, int axis, Strip strip, OpBuilder out) {
    return side.offsets(viewIndices(indices, out), axisOfView(axis), strip, out);
  }

  Value offset(List<Value> indices, OpBuilder out) {
    return side.offset(viewIndices(indices, out), out);
  }

  private List<Value> viewIndices(List<Value> indices, OpBuilder out) {
    var ofView = new ArrayList<Value>();
    for (int axis = 0; axis < side.rank(); axis++) {
      int ofCopy = axis - side.rank() + extents.rank();
      ofView.add(ofCopy >= 0 ? indices.get(ofCopy) : out.i64(0));
    }
    return ofView;
  }

  private int copyAxis(int baseAxis) {
    return side.view().axes().get(baseAxis).source() - side.rank() + extents.rank();
  }

  private int count(int baseAxis) {
    return copyAxis(baseAxis) >= 0 ? extents.extent(copyAxis(baseAxis)) : 1;
  }

  /** Whether nothing of the copy lies outside, whatever the run-time values are. */
  private boolean isInside(int baseAxis) {
    return !side.isAnchored(baseAxis)
        && side.base().type() instanceof Type.TileType tile
        && count(baseAxis) <= tile.shape().extent(baseAxis);
  }

  /** Whether the whole copy lies inside of this side; null when it always does. */
  @Nullable Value isAllInside(OpBuilder out) {
    Value all = null;
    for (View.Axis axis : side.view().axes()) {
      int baseAxis = side.view().axes().indexOf(axis);
      if (!isInside(baseAxis)) {
        Value fits = fits(baseAxis, out);
        all = all == null ? fits : out.binary(BinaryOperator.AND, all, fits);
      }
    }
    return all;
  }

  private Value fits(int baseAxis, OpBuilder out) {
    Value extent = side.context().extent(side.base(), baseAxis, out);
    Value origin = side.origins().get(baseAxis);
    Value end = Indices.plus(origin, count(baseAxis), out);
    Value below = out.compare(CompareOperator.LE, end, extent);
    return side.isAnchored(baseAxis)
        ? out.binary(BinaryOperator.AND, out.compare(CompareOperator.GE, origin, out.i64(0)), below)
        : below;
  }

  /**
   * For each axis of the copy the indices inside of this side. Where an axis that the copy does not
   * have is outside, all ranges are empty.
   */
  List<Range> ranges(OpBuilder out) {
    var ranges = new ArrayList<Range>();
    for (int extent : extents.extents()) {
      ranges.add(new Range(out.i64(0), out.i64(extent)));
    }
    Value isHere = null;
    for (int baseAxis = 0; baseAxis < side.rank(); baseAxis++) {
      int axis = copyAxis(baseAxis);
      if (isInside(baseAxis)) {
        continue;
      }
      if (axis >= 0) {
        ranges.set(axis, range(baseAxis, out));
      } else {
        Value fits = fits(baseAxis, out);
        isHere = isHere == null ? fits : out.binary(BinaryOperator.AND, isHere, fits);
      }
    }
    if (isHere != null) {
      Range first = ranges.getFirst();
      ranges.set(0, new Range(first.low(), out.select(isHere, first.high(), out.i64(0))));
    }
    return ranges;
  }

  private Range range(int baseAxis, OpBuilder out) {
    Value extent = side.context().extent(side.base(), baseAxis, out);
    Value origin = side.origins().get(baseAxis);
    Value low = clamp(Indices.subtract(out.i64(0), origin, out), count(baseAxis), out);
    Value high = clamp(Indices.subtract(extent, origin, out), count(baseAxis), out);
    return new Range(low, high);
  }

  private static Value clamp(Value value, long high, OpBuilder out) {
    Value atLeast = out.binary(BinaryOperator.MAX, value, out.i64(0));
    return out.binary(BinaryOperator.MIN, atLeast, out.i64(high));
  }

  /** Whether {@code index} lies in {@code range}, and {@code count - 1} behind it too. */
  static Value contains(Range range, Value index, long count, OpBuilder out) {
    return out.binary(
        BinaryOperator.AND,
        out.compare(CompareOperator.LE, range.low(), index),
        out.compare(CompareOperator.LE, Indices.plus(index, count, out), range.high()));
  }

  /** Which of {@code lanes} indices from {@code index} on lie in {@code range}. */
  static Value mask(Range range, Value index, int lanes, OpBuilder out) {
    if (lanes == 1) {
      return contains(range, index, 1, out);
    }
    Value numbers = out.lanes(DType.I32, lanes);
    return out.binary(
        BinaryOperator.AND,
        out.compare(CompareOperator.GE, numbers, distance(range.low(), index, lanes, out)),
        out.compare(CompareOperator.LT, numbers, distance(range.high(), index, lanes, out)));
  }

  private static Value distance(Value bound, Value index, int lanes, OpBuilder out) {
    return out.splat(out.cast(DType.I32, Indices.subtract(bound, index, out)), lanes);
  }
}
