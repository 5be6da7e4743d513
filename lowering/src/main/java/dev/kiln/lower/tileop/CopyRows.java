package dev.kiln.lower.tileop;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
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
    CopyRanges readable = source.ranges(out);
    CopyRanges writable = target.ranges(out);
    rows(
        out,
        (row, indices) -> {
          CopyRanges read = readable.inLine(indices, axis, row);
          CopyRanges write = writable.inLine(indices, axis, row);
          row.loop(
              row.i64(0),
              row.i64(extent()),
              lanes,
              (body, index) -> guardedStep(Side.with(indices, axis, index), read, write, body));
        });
  }

  private void guardedStep(List<Value> at, CopyRanges read, CopyRanges write, OpBuilder out) {
    var counts = new ArrayList<>(Collections.nCopies(at.size(), 1));
    counts.set(axis, lanes);
    Value isInside =
        Indices.and(read.contain(at, counts, out), write.contain(at, counts, out), out);
    if (isInside == null || lanes == 1) {
      maskedStep(at, read, write, out);
    } else {
      var whole = out.nested(body -> step(at, new Strip(0, lanes, lanes, 1), body));
      var masked = out.nested(body -> maskedStep(at, read, write, body));
      out.add(new LowOp.If(isInside, whole, masked, out.loc()));
    }
  }

  private void maskedStep(List<Value> at, CopyRanges read, CopyRanges write, OpBuilder out) {
    Value reads = read.mask(at.get(axis), axis, lanes, out);
    Value writes = write.mask(at.get(axis), axis, lanes, out);
    Value raw = source.side().load(source.offset(at, out), lanes, reads, out);
    Value converted = CopyMove.convert(raw, source.side(), target.side(), out);
    out.store(target.side().memory(), target.offset(at, out), converted, writes);
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
