package dev.kiln.lower.thread;

import dev.kiln.analysis.Recomputation;
import dev.kiln.analysis.View;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.lower.tileop.Indices;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Starts the copies that fill a place of a {@link Ring}, box by box.
 *
 * @param phases what counts the bytes of each place
 */
record PlaceFill(
    TileOp.Pipelined loop, List<TileOp.Copy> copies, Value phases, ThreadContext context) {
  /** The most rows of a box. */
  private static final int MOST_ROWS = 256;

  /** Starts the copies of {@code iteration} into the place number {@code stage}. */
  void start(Value iteration, Value stage, OpBuilder out) {
    long bytes =
        copies.stream()
            .mapToLong(copy -> size(copy) * copy.target().buffer().element().bytes())
            .sum();
    out.add(new LowOp.ExpectBytes(phases, stage, bytes, loop.loc()));
    var then =
        new Recomputation(
            context.lowering().definitions(),
            wanted -> Ops.any(loop.body(), op -> Ops.same(op, wanted)));
    then.put(loop.index(), out.cast(loop.index().dtype(), iteration));
    for (TileOp.Copy copy : copies) {
      start(copy, stage, then, out);
    }
  }

  private void start(TileOp.Copy copy, Value stage, Recomputation then, OpBuilder out) {
    View source = context.lowering().view(copy.source());
    var origin = new ArrayList<Value>();
    for (View.Axis axis : source.axes()) {
      Value sum = out.i32(0);
      for (Value offset : axis.offsets()) {
        Value now = out.cast(DType.I32, then.of(offset, out));
        sum = out.binary(BinaryOperator.ADD, sum, now);
      }
      origin.add(sum);
    }
    Value first = Indices.times(stage, size(copy), out);
    var tile = (Type.TileType) copy.target().type();
    for (Box box : boxes(tile)) {
      out.add(
          new LowOp.CopyBox(
              source.base(),
              box.origin(origin, out),
              box.extents(origin.size()),
              context.lowering().memory(copy.target()),
              Indices.plus(first, box.offset(), out),
              tile.layout() instanceof Layout.Swizzled,
              context.pipelines().isRounded(copy.target()),
              phases,
              stage,
              copy.loc()));
    }
  }

  /** How many elements a place of a copy's tile has. */
  static long size(TileOp.Copy copy) {
    var tile = (Type.TileType) copy.target().type();
    return tile.layout().size(tile.shape().extents());
  }

  /**
   * A part of a tile that is one box: some rows of one panel.
   *
   * @param offset of its first element, the swizzle left out
   */
  private record Box(int row, int column, int rows, int columns, long offset) {

    List<Integer> extents(int rank) {
      var extents = new ArrayList<>(Collections.nCopies(rank - 2, 1));
      extents.add(rows);
      extents.add(columns);
      return extents;
    }

    List<Value> origin(List<Value> ofTile, OpBuilder out) {
      int rank = ofTile.size();
      var origin = new ArrayList<>(ofTile);
      origin.set(rank - 2, plus(ofTile.get(rank - 2), row, out));
      origin.set(rank - 1, plus(ofTile.get(rank - 1), column, out));
      return origin;
    }
  }

  private static Value plus(Value index, int addend, OpBuilder out) {
    return addend == 0 ? index : out.binary(BinaryOperator.ADD, index, out.i32(addend));
  }

  private static List<Box> boxes(Type.TileType tile) {
    Shape shape = tile.shape();
    Layout rows =
        tile.layout() instanceof Layout.Swizzled swizzled ? swizzled.base() : tile.layout();
    int width = rows instanceof Layout.Panels panels ? panels.width() : shape.extent(1);
    var boxes = new ArrayList<Box>();
    for (int column = 0; column < shape.extent(1); column += width) {
      for (int row = 0; row < shape.extent(0); row += MOST_ROWS) {
        int count = Math.min(MOST_ROWS, shape.extent(0) - row);
        boxes.add(new Box(row, column, count, width, rows.offset(List.of(row, column))));
      }
    }
    return boxes;
  }
}
