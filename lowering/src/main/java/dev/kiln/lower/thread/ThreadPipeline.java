package dev.kiln.lower.thread;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LoopKind;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs the copies of a pipelined loop beside the threads. Each tile has a place for each stage; the
 * first thread starts copies into a place as soon as all threads are through with the iteration
 * that had it before. No barrier stands in the loop: the warps may be at different iterations.
 *
 * <pre>
 * start the copies of the first iterations
 * for each iteration:
 *   start copies into the place of the iteration before, once all have left it
 *   wait for the copies of this one
 *   the body
 *   leave the place
 * </pre>
 *
 * Where the body's product is still under way when the iteration ends, its place is left one
 * iteration later, and copies are started behind the body. Where two products are {@linkplain
 * Stagger staggered}, each has a ring of places of its own.
 */
final class ThreadPipeline {
  private final TileOp.Pipelined loop;
  private final ThreadContext context;
  private final Value extent;
  private final LowerBody lowerBody;

  private ThreadPipeline(
      TileOp.Pipelined loop, OpBuilder out, ThreadContext context, LowerBody lowerBody) {
    this.loop = loop;
    this.context = context;
    this.extent = out.cast(DType.I64, loop.extent());
    this.lowerBody = lowerBody;
  }

  /** What makes the loop's body, less its copies. */
  @FunctionalInterface
  interface LowerBody {
    Body lower(Body body);
  }

  static void lower(
      TileOp.Pipelined loop, OpBuilder out, ThreadContext context, LowerBody lowerBody) {
    var lowering = new ThreadPipeline(loop, out, context, lowerBody);
    Stagger stagger = context.pipelines().stagger(loop);
    if (stagger == null) {
      lowering.inOrder(out);
    } else {
      lowering.staggered(stagger, out);
    }
  }

  // One product after the other

  private void inOrder(OpBuilder out) {
    var ring = new Ring(loop, context.pipelines().copies(loop), out, context);
    begin(List.of(ring), out);
    boolean isOpen = context.pipelines().open(loop) != null;
    each(0, out, inner -> iteration(ring, isOpen, inner));
    TileOp.Gemm open = context.pipelines().open(loop);
    if (open != null) {
      WarpgroupGemm.await(open, 0, out, context);
    }
    end(List.of(ring), out);
  }

  private void iteration(Ring ring, boolean isOpen, OpBuilder out) {
    Value index = out.cast(DType.I64, loop.index());
    if (!isOpen) {
      ring.startNext(index, extent, out);
    }
    ring.await(out);
    var rest = new ArrayList<>(loop.body().ops());
    rest.removeAll(context.pipelines().copies(loop));
    body(rest, out);
    if (isOpen) {
      out.when(isBehindFirst(index, out), ring::leaveBefore);
      ring.startNext(index, extent, out);
    } else {
      ring.leave(out);
    }
    ring.advance(out);
  }

  // Staggered products

  private void staggered(Stagger stagger, OpBuilder out) {
    var first = new Ring(loop, stagger.ofFirst(), out, context);
    var last = new Ring(loop, stagger.ofLast(), out, context);
    begin(List.of(first, last), out);
    Value isAny = out.compare(CompareOperator.GT, extent, out.i64(0));
    out.when(
        isAny,
        inner -> {
          before(stagger, first, inner);
          each(1, inner, body -> iteration(stagger, first, last, body));
          last.await(inner);
          body(List.of(stagger.last()), inner);
          await(stagger.last(), 0, inner);
        });
    end(List.of(first, last), out);
  }

  /** The first iteration, but for its last product. */
  private void before(Stagger stagger, Ring first, OpBuilder out) {
    Value zero = out.constant(loop.index().arithmetic(), 0);
    Body iteration =
        out.nested(
            inner -> {
              first.await(inner);
              body(stagger.head(), inner);
              first.startNext(inner.cast(DType.I64, loop.index()), extent, inner);
              await(stagger.first(), 0, inner);
              first.leave(inner);
              first.advance(inner);
              body(stagger.middle(), inner);
            });
    Ops.copy(iteration, out.values(), value -> value.equals(loop.index()) ? zero : value)
        .ops()
        .forEach(out::add);
  }

  /** An iteration but for its last product, with that of the one before. */
  private void iteration(Stagger stagger, Ring first, Ring last, OpBuilder out) {
    Value index = out.cast(DType.I64, loop.index());
    first.await(out);
    body(stagger.head(), out);
    last.await(out);
    body(List.of(stagger.last()), out);
    first.startNext(index, extent, out);
    last.startNext(out.binary(BinaryOperator.SUB, index, out.i64(1)), extent, out);
    await(stagger.first(), 1, out);
    first.leave(out);
    first.advance(out);
    int needed = 0;
    List<Op> middle = stagger.middle();
    while (needed < middle.size()
        && !stagger.needsLast(middle.get(needed), context.pipelines().definitions())) {
      needed++;
    }
    body(middle.subList(0, needed), out);
    await(stagger.last(), 0, out);
    last.leave(out);
    last.advance(out);
    body(middle.subList(needed, middle.size()), out);
  }

  private void await(TileOp.Gemm gemm, int pending, OpBuilder out) {
    ThreadContext.phase(out, inner -> WarpgroupGemm.await(gemm, pending, inner, context));
  }

  // Both

  private void begin(List<Ring> rings, OpBuilder out) {
    firstThread(out, inner -> rings.forEach(ring -> ring.init(inner)));
    out.add(new LowOp.PublishWrites(loop.loc()));
    out.add(new LowOp.Barrier(loop.loc()));
    rings.forEach(ring -> ring.startFirst(extent, out));
  }

  private void end(List<Ring> rings, OpBuilder out) {
    out.add(new LowOp.Barrier(loop.loc()));
    firstThread(out, inner -> rings.forEach(ring -> ring.end(inner)));
  }

  private void firstThread(OpBuilder out, Consumer<OpBuilder> body) {
    out.when(context.isFirst(out), body);
  }

  private void each(int from, OpBuilder out, Consumer<OpBuilder> iteration) {
    Body body = out.nested(iteration);
    Value lower = out.constant(loop.index().arithmetic(), from);
    out.add(
        new LowOp.For(loop.index(), lower, loop.extent(), 1, LoopKind.SERIAL, body, loop.loc()));
  }

  private void body(List<Op> ops, OpBuilder out) {
    lowerBody.lower(new Body(ops)).ops().forEach(out::add);
    out.at(loop.loc());
  }

  private static Value isBehindFirst(Value index, OpBuilder out) {
    return out.compare(CompareOperator.GT, index, out.i64(0));
  }
}
