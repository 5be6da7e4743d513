package dev.kiln.lower.tileop;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

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
    CopyRanges readable = source.ranges(out);
    CopyRanges writable = target.ranges(out);
    var counts = new ArrayList<>(Collections.nCopies(source.extents().rank(), 1));
    counts.set(along, lanes);
    counts.set(across, lanes);
    blocks(
        out,
        (body, indices) -> {
          Value isInside =
              Indices.and(
                  readable.contain(indices, counts, body),
                  writable.contain(indices, counts, body),
                  body);
          if (isInside == null) {
            block(body, indices);
          } else {
            var whole = body.nested(inner -> block(inner, indices));
            var masked = body.nested(inner -> maskedBlock(inner, indices, readable, writable));
            body.add(new LowOp.If(isInside, whole, masked, body.loc()));
          }
        });
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
      OpBuilder out, List<Value> indices, CopyRanges readable, CopyRanges writable) {
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
  private @Nullable Value lineMask(
      CopyRanges ranges, List<Value> indices, int axis, OpBuilder out) {
    int other = axis == along ? across : along;
    CopyRanges whole = ranges.withWhole(other, lanes, out);
    return whole.inLine(indices, axis, out).mask(indices.get(axis), axis, lanes, out);
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
