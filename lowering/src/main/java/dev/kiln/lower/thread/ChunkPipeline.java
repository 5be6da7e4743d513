package dev.kiln.lower.thread;

import dev.kiln.ir.Body;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Effect;
import dev.kiln.ir.LoopKind;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import dev.kiln.lower.tileop.Indices;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the copies of a pipelined loop beside the threads that start them, each its chunks. Each
 * tile has a place for each stage. One barrier stands in an iteration: behind it all chunks of this
 * iteration are there, and all threads are through with the one before, whose place is filled next.
 *
 * <pre>
 * for each stage but the last: start the copies of that iteration, as a group
 * for each iteration:
 *   wait for this thread's chunks of it
 *   barrier
 *   start the copies of the iteration that takes the place of the one before, as a group
 *   the body
 * </pre>
 */
final class ChunkPipeline {
  private final TileOp.Pipelined loop;
  private final List<TileOp.Copy> copies;
  private final ThreadContext context;
  private final ThreadPipeline.LowerBody lowerBody;
  private final Value extent;

  private ChunkPipeline(
      TileOp.Pipelined loop,
      OpBuilder out,
      ThreadContext context,
      ThreadPipeline.LowerBody lowerBody) {
    this.loop = loop;
    this.copies = context.pipelines().copies(loop);
    this.context = context;
    this.lowerBody = lowerBody;
    this.extent = out.cast(DType.I64, loop.extent());
  }

  static void lower(
      TileOp.Pipelined loop,
      OpBuilder out,
      ThreadContext context,
      ThreadPipeline.LowerBody lowerBody) {
    new ChunkPipeline(loop, out, context, lowerBody).lower(out);
  }

  private void lower(OpBuilder out) {
    Value last = out.i64(loop.stages() - 1L);
    out.add(new LowOp.Barrier(loop.loc()));
    out.loop(out.i64(0), last, 1, (inner, step) -> start(step, step, inner));
    Value place = out.cell(out.i64(0), "place");
    Value before = out.cell(last, "before");
    Body body =
        out.nested(
            inner -> {
              inner.add(new LowOp.AwaitCopies(loop.stages() - 2, loop.loc()));
              inner.add(new LowOp.Barrier(loop.loc()));
              Value index = inner.cast(DType.I64, loop.index());
              Value next = Indices.plus(index, loop.stages() - 1L, inner);
              start(next, inner.read(before), inner);
              Value now = inner.read(place);
              moveTo(now, inner);
              var rest = new ArrayList<>(loop.body().ops());
              rest.removeAll(copies);
              lowerBody.lower(new Body(rest)).ops().forEach(inner::add);
              inner.at(loop.loc());
              Value isLast = inner.compare(CompareOperator.EQ, now, inner.i64(loop.stages() - 1L));
              inner.write(before, now);
              inner.write(place, inner.select(isLast, inner.i64(0), Indices.plus(now, 1, inner)));
            });
    Value zero = out.constant(loop.index().arithmetic(), 0);
    out.add(new LowOp.For(loop.index(), zero, loop.extent(), 1, LoopKind.SERIAL, body, loop.loc()));
    out.add(new LowOp.AwaitCopies(0, loop.loc()));
    copies.forEach(copy -> context.lowering().moveOrigin(copy.target(), null));
  }

  /** The tiles lie in the place of that number from here on. */
  private void moveTo(Value place, OpBuilder out) {
    for (TileOp.Copy copy : copies) {
      Value origin = Indices.times(place, PlaceFill.size(copy), out);
      context.lowering().moveOrigin(copy.target(), origin);
    }
  }

  /** Starts the copies of an iteration if there is one, and ends the group in any case. */
  private void start(Value iteration, Value place, OpBuilder out) {
    Value exists = out.compare(CompareOperator.LT, iteration, extent);
    out.when(exists, inner -> startOne(iteration, place, inner));
    out.add(new LowOp.CommitCopies(loop.loc()));
  }

  /** With what their places follow from, computed for that iteration. */
  private void startOne(Value iteration, Value place, OpBuilder out) {
    Value index = out.cast(loop.index().dtype(), iteration);
    moveTo(place, out);
    var ops = new ArrayList<Op>();
    for (Op op : loop.body().ops()) {
      if ((op instanceof LowOp && op instanceof Effect.Pure) || copies.contains(op)) {
        ops.add(op);
      }
    }
    Body started = lowerBody.lower(new Body(ops));
    Ops.copy(started, out.values(), value -> value.equals(loop.index()) ? index : value)
        .ops()
        .forEach(out::add);
  }
}
