package dev.kiln.lower.tileop;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Shape;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One side of a copy, indexed by the copy's own axes: those of the side that has extents. A view of
 * higher rank is aligned with its trailing axes and stays at the anchor along the others; one of
 * lower rank is repeated along the leading axes.
 */
public record CopySide(Side side, Shape extents) {

  public static CopySide of(Value buffer, Shape extents, OpBuilder out, LoweringContext context) {
    return new CopySide(Side.of(buffer, out, context), extents);
  }

  /** The axis of the view that an axis of the copy runs along; negative when there is none. */
  private int axisOfView(int axis) {
    return axis + side.rank() - extents.rank();
  }

  public boolean isVector(int axis, int lanes) {
    return axisOfView(axis) >= 0 && side.isVector(axisOfView(axis), lanes);
  }

  /** The offset of each vector of one step of {@code strip} along {@code axis}. */
  List<Value> offsets(List<Value> indices, int axis, Strip strip, OpBuilder out) {
    return side.offsets(viewIndices(indices, out), axisOfView(axis), strip, out);
  }

  public Value offset(List<Value> indices, OpBuilder out) {
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
  public @Nullable Value isAllInside(OpBuilder out) {
    Value all = null;
    for (int baseAxis = 0; baseAxis < side.rank(); baseAxis++) {
      if (!isInside(baseAxis)) {
        Value fits = fits(baseAxis, out);
        all = all == null ? fits : out.binary(BinaryOperator.AND, all, fits);
      }
    }
    return all;
  }

  /** Whether every row of the copy begins at a multiple of {@code lanes} elements. */
  public Value areRowsAligned(int lanes, OpBuilder out) {
    Value places = offset(Side.zeros(extents.rank(), out), out);
    for (int axis = 0; axis < extents.rank() - 1; axis++) {
      if (extents.extent(axis) > 1) {
        List<Value> next = Side.with(Side.zeros(extents.rank(), out), axis, out.i64(1));
        places = out.binary(BinaryOperator.OR, places, offset(next, out));
      }
    }
    Value rest = out.binary(BinaryOperator.AND, places, out.i64(lanes - 1L));
    return out.compare(CompareOperator.EQ, rest, out.i64(0));
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

  /** Which indices of the copy lie inside of this side. */
  public CopyRanges ranges(OpBuilder out) {
    var byAxis = new HashMap<Integer, CopyRanges.Range>();
    for (int baseAxis = 0; baseAxis < side.rank(); baseAxis++) {
      if (!isInside(baseAxis) && copyAxis(baseAxis) >= 0) {
        byAxis.put(copyAxis(baseAxis), range(baseAxis, out));
      }
    }
    var ranges = new CopyRanges(extents, byAxis);
    for (int baseAxis = 0; baseAxis < side.rank(); baseAxis++) {
      if (!isInside(baseAxis) && copyAxis(baseAxis) < 0) {
        ranges = ranges.onlyIf(fits(baseAxis, out), out);
      }
    }
    return ranges;
  }

  private CopyRanges.Range range(int baseAxis, OpBuilder out) {
    Value extent = side.context().extent(side.base(), baseAxis, out);
    Value origin = side.origins().get(baseAxis);
    Value low = clamp(Indices.subtract(out.i64(0), origin, out), count(baseAxis), out);
    Value high = clamp(Indices.subtract(extent, origin, out), count(baseAxis), out);
    return new CopyRanges.Range(low, high);
  }

  private static Value clamp(Value value, long high, OpBuilder out) {
    Value atLeast = out.binary(BinaryOperator.MAX, value, out.i64(0));
    return out.binary(BinaryOperator.MIN, atLeast, out.i64(high));
  }
}
