package dev.kiln.lower.tileop;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;

/**
 * Moves a tile or region to another: by vectors along an axis on which both sides have neighbours,
 * by blocks transposed in registers where each has neighbours on an axis of its own, else element
 * by element. One test says whether both sides hold the whole extent; only edges take masks.
 */
final class LowerCopy {
  /** A larger block would not fit the registers of any machine. */
  private static final int LARGEST_BLOCK = 16;

  private LowerCopy() {}

  static void lower(TileOp.Copy copy, OpBuilder out, LoweringContext context) {
    Shape extents = extents(copy);
    CopySide source = CopySide.of(copy.source(), extents, out, context);
    CopySide target = CopySide.of(copy.target(), extents, out, context);
    CopyMove move = move(source, target, context);
    Value isInside = Indices.and(source.isAllInside(out), target.isAllInside(out), out);
    if (isInside == null) {
      move.plain(out);
    } else {
      out.add(
          new LowOp.If(isInside, out.nested(move::plain), out.nested(move::guarded), out.loc()));
    }
  }

  private static Shape extents(TileOp.Copy copy) {
    if (copy.target().type() instanceof Type.TileType tile) {
      return tile.shape();
    }
    if (copy.source().type() instanceof Type.TileType tile) {
      return tile.shape();
    }
    throw new IllegalStateException("neither side of the copy at " + copy.loc() + " has extents");
  }

  private static CopyMove move(CopySide source, CopySide target, LoweringContext context) {
    Shape extents = source.extents();
    int lanes =
        Math.min(context.lanes(source.side().storage()), context.lanes(target.side().storage()));
    int common = longest(source, target, lanes);
    if (common >= 0) {
      int fitting = Math.min(lanes, Integer.highestOneBit(extents.extent(common)));
      return new CopyRows(source, target, common, fitting);
    }
    int along = longest(source, source, lanes);
    int across = longest(target, target, lanes);
    if (along >= 0 && across >= 0) {
      int shortest = Math.min(extents.extent(along), extents.extent(across));
      int block = Math.min(Math.min(lanes, LARGEST_BLOCK), Integer.highestOneBit(shortest));
      if (block > 1) {
        return new CopyBlocks(source, target, along, across, block);
      }
    }
    return new CopyRows(source, target, extents.rank() - 1, 1);
  }

  /** The longest axis on which both sides have neighbours, the last of equals; -1 if none. */
  private static int longest(CopySide left, CopySide right, int lanes) {
    int best = -1;
    for (int axis = 0; axis < left.extents().rank(); axis++) {
      boolean isVector = left.isVector(axis, lanes) && right.isVector(axis, lanes);
      if (isVector
          && (best < 0
              || left.extents().extent(axis) >= left.extents().extent(best)
              || left.extents().extent(axis) >= lanes)) {
        best = axis;
      }
    }
    return best;
  }
}
