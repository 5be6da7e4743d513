package dev.kiln.lower.tileop;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Moves square blocks that are transposed in registers, where the source has neighbours along one
 * axis and the target along another.
 *
 * @param along axis of the copy on which the source has neighbours
 * @param across axis of the copy on which the target has neighbours
 * @param lanes extent of a block on both axes
 */
record CopyBlocks(CopySide source, CopySide target, int along, int across, int lanes)
    implements CopyMove {

  @Override
  public void plain(OpBuilder out) {
    if (extent(along) % lanes == 0 && extent(across) % lanes == 0) {
      blocks(out, this::block);
    } else {
      guarded(out);
    }
  }

  @Override
  public void guarded(OpBuilder out) {
    List<CopySide.Range> readable = source.ranges(out);
    List<CopySide.Range> writable = target.ranges(out);
    blocks(
        out,
        (body, indices) -> {
          Value isInside =
              body.binary(
                  BinaryOperator.AND,
                  holdsBlock(readable, indices, body),
                  holdsBlock(writable, indices, body));
          body.add(
              new LowOp.If(
                  isInside,
                  body.nested(inner -> block(inner, indices)),
                  body.nested(inner -> maskedBlock(inner, indices, readable, writable)),
                  body.loc()));
        });
  }

  private Value holdsBlock(List<CopySide.Range> ranges, List<Value> indices, OpBuilder out) {
    Value all = null;
    for (int axis = 0; axis < ranges.size(); axis++) {
      long count = axis == along || axis == across ? lanes : 1;
      Value fits = CopySide.contains(ranges.get(axis), indices.get(axis), count, out);
      all = all == null ? fits : out.binary(BinaryOperator.AND, all, fits);
    }
    return java.util.Objects.requireNonNull(all);
  }

  private void block(OpBuilder out, List<Value> indices) {
    var rows = new ArrayList<Value>();
    for (int r = 0; r < lanes; r++) {
      Value offset = source.offset(Side.moved(indices, across, r, out), out);
      Value raw = source.side().load(offset, lanes, null, out);
      rows.add(CopyMove.convert(raw, source.side(), target.side(), out));
    }
    List<Value> columns = Transposition.of(rows, out);
    for (int c = 0; c < lanes; c++) {
      Value offset = target.offset(Side.moved(indices, along, c, out), out);
      out.store(target.side().memory(), offset, columns.get(c), null);
    }
  }

  private void maskedBlock(
      OpBuilder out,
      List<Value> indices,
      List<CopySide.Range> readable,
      List<CopySide.Range> writable) {
    var rows = new ArrayList<Value>();
    for (int r = 0; r < lanes; r++) {
      List<Value> at = Side.moved(indices, across, r, out);
      Value mask = lineMask(readable, at, along, out);
      Value raw = source.side().load(source.offset(at, out), lanes, mask, out);
      rows.add(CopyMove.convert(raw, source.side(), target.side(), out));
    }
    List<Value> columns = Transposition.of(rows, out);
    for (int c = 0; c < lanes; c++) {
      List<Value> at = Side.moved(indices, along, c, out);
      Value mask = lineMask(writable, at, across, out);
      out.store(target.side().memory(), target.offset(at, out), columns.get(c), mask);
    }
  }

  /** The lanes of a vector along {@code axis} that lie inside on every axis. */
  private Value lineMask(
      List<CopySide.Range> ranges, List<Value> indices, int axis, OpBuilder out) {
    CopySide.Range range = ranges.get(axis);
    Value high = range.high();
    for (int other = 0; other < ranges.size(); other++) {
      if (other != axis) {
        Value isInside = CopySide.contains(ranges.get(other), indices.get(other), 1, out);
        high = out.select(isInside, high, out.i64(0));
      }
    }
    return CopySide.mask(new CopySide.Range(range.low(), high), indices.get(axis), lanes, out);
  }

  private int extent(int axis) {
    return source.extents().extent(axis);
  }

  /** Loops over the blocks so that the side in global memory is walked along its neighbours. */
  private void blocks(OpBuilder out, BiConsumer<OpBuilder, List<Value>> body) {
    boolean intoGlobal = target.side().base().type() instanceof Type.TensorType;
    int outer = intoGlobal ? along : across;
    int inner = intoGlobal ? across : along;
    var others = new ArrayList<Integer>();
    for (int other = 0; other < source.extents().rank(); other++) {
      if (other != along && other != across) {
        others.add(other);
      }
    }
    LoopNest.over(
        source.extents(),
        others,
        out,
        (nest, indices) ->
            nest.loop(
                nest.i64(0),
                nest.i64(extent(outer)),
                lanes,
                (middle, i) ->
                    middle.loop(
                        middle.i64(0),
                        middle.i64(extent(inner)),
                        lanes,
                        (innermost, j) ->
                            body.accept(
                                innermost, Side.with(Side.with(indices, outer, i), inner, j)))));
  }
}
