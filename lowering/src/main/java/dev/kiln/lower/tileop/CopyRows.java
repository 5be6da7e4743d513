package dev.kiln.lower.tileop;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Moves vectors along one axis on which both sides have neighbours; with one lane, elements.
 *
 * @param axis of the copy that the vectors lie along
 */
record CopyRows(CopySide source, CopySide target, int axis, int lanes) implements CopyMove {
  private static final int VECTORS = 4;

  @Override
  public void plain(OpBuilder out) {
    int vectors = VECTORS;
    while (vectors > 1
        && !(source.isVector(axis, lanes * vectors) && target.isVector(axis, lanes * vectors))) {
      vectors /= 2;
    }
    int steps = vectors;
    rows(
        out,
        (row, indices) -> {
          for (Strip strip : Strip.of(extent(), lanes, steps)) {
            strip.loop(row, (body, index) -> step(Side.with(indices, axis, index), strip, body));
          }
        });
  }

  private void step(List<Value> indices, Strip strip, OpBuilder out) {
    List<Value> from = source.offsets(indices, axis, strip, out);
    List<Value> to = target.offsets(indices, axis, strip, out);
    for (int v = 0; v < strip.vectors(); v++) {
      Value raw = source.side().load(from.get(v), strip.lanes(), null, out);
      Value converted = CopyMove.convert(raw, source.side(), target.side(), out);
      out.store(target.side().memory(), to.get(v), converted, null);
    }
  }

  @Override
  public void guarded(OpBuilder out) {
    List<CopySide.Range> readable = source.ranges(out);
    List<CopySide.Range> writable = target.ranges(out);
    rows(
        out,
        (row, indices) -> {
          CopySide.Range read = inRow(readable, indices, row);
          CopySide.Range write = inRow(writable, indices, row);
          row.loop(
              row.i64(0),
              row.i64(extent()),
              lanes,
              (body, index) -> guardedStep(indices, index, read, write, body));
        });
  }

  private void guardedStep(
      List<Value> indices, Value index, CopySide.Range read, CopySide.Range write, OpBuilder out) {
    List<Value> at = Side.with(indices, axis, index);
    Value isInside =
        out.binary(
            BinaryOperator.AND,
            CopySide.contains(read, index, lanes, out),
            CopySide.contains(write, index, lanes, out));
    var whole = out.nested(body -> step(at, new Strip(0, lanes, lanes, 1), body));
    var masked =
        out.nested(
            body -> {
              Value reads = CopySide.mask(read, index, lanes, body);
              Value writes = CopySide.mask(write, index, lanes, body);
              Value raw = source.side().load(source.offset(at, body), lanes, reads, body);
              Value converted = CopyMove.convert(raw, source.side(), target.side(), body);
              body.store(target.side().memory(), target.offset(at, body), converted, writes);
            });
    out.add(new LowOp.If(isInside, whole, masked, out.loc()));
  }

  /** The range along the row at {@code indices}; empty when the row itself is outside. */
  private CopySide.Range inRow(List<CopySide.Range> ranges, List<Value> indices, OpBuilder out) {
    CopySide.Range along = ranges.get(axis);
    Value high = along.high();
    for (int other = 0; other < ranges.size(); other++) {
      if (other != axis) {
        Value isInside = CopySide.contains(ranges.get(other), indices.get(other), 1, out);
        high = out.select(isInside, high, out.i64(0));
      }
    }
    return new CopySide.Range(along.low(), high);
  }

  private int extent() {
    return source.extents().extent(axis);
  }

  private void rows(OpBuilder out, BiConsumer<OpBuilder, List<Value>> body) {
    var others = new ArrayList<Integer>();
    for (int other = 0; other < source.extents().rank(); other++) {
      if (other != axis) {
        others.add(other);
      }
    }
    LoopNest.over(source.extents(), others, out, body);
  }
}
