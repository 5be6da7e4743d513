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
import dev.kiln.lower.tileop.Indices;
import dev.kiln.pass.Feature;
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

  /** Empty where others start the copies. */
  private final List<Ring.Filler> fillers;

  private final List<Ring.Reader> readers;

  private ThreadPipeline(
      TileOp.Pipelined loop, OpBuilder out, ThreadContext context, LowerBody lowerBody) {
    this.loop = loop;
    this.context = context;
    this.extent = out.cast(DType.I64, loop.extent());
    this.lowerBody = lowerBody;
    if (context.copying() != null) {
      this.fillers = List.of();
      this.readers = context.copying().readers(loop);
    } else {
      List<Ring> rings = Ring.all(loop, out, context);
      this.fillers = rings.stream().map(ring -> Ring.Filler.of(ring, out)).toList();
      this.readers = rings.stream().map(ring -> Ring.Reader.of(ring, out)).toList();
    }
  }

  /** What makes the loop's body, less its copies. */
  @FunctionalInterface
  interface LowerBody {
    Body lower(Body body);
  }

  static void lower(
      TileOp.Pipelined loop, OpBuilder out, ThreadContext context, LowerBody lowerBody) {
    if (!context.lowering().machine().has(Feature.BOX_COPIES)) {
      ChunkPipeline.lower(loop, out, context, lowerBody);
      return;
    }
    var lowering = new ThreadPipeline(loop, out, context, lowerBody);
    Stagger stagger = context.pipelines().stagger(loop);
    lowering.begin(out);
    if (stagger == null) {
      lowering.inOrder(lowering.readers.getFirst(), out);
    } else {
      lowering.staggered(stagger, out);
    }
    lowering.end(out);
  }

  // One product after the other

  private void inOrder(Ring.Reader reader, OpBuilder out) {
    TileOp.Gemm open = context.pipelines().open(loop);
    each(0, out, inner -> iteration(reader, open != null, inner));
    if (open != null) {
      WarpgroupGemm.await(open, 0, out, context);
      out.when(isAny(out), reader::leaveBefore);
    }
  }

  private void iteration(Ring.Reader reader, boolean isOpen, OpBuilder out) {
    Value index = out.cast(DType.I64, loop.index());
    if (!isOpen) {
      fillNext(0, index, out);
    }
    reader.await(out);
    var rest = new ArrayList<>(loop.body().ops());
    rest.removeAll(context.pipelines().copies(loop));
    body(rest, out);
    if (isOpen) {
      Value isBehindFirst = out.compare(CompareOperator.GT, index, out.i64(0));
      out.when(isBehindFirst, reader::leaveBefore);
      fillNext(0, index, out);
    } else {
      reader.leave(out);
    }
    reader.advance(out);
  }

  // Staggered products

  private void staggered(Stagger stagger, OpBuilder out) {
    Ring.Reader last = readers.get(1);
    out.when(
        isAny(out),
        inner -> {
          before(stagger, inner);
          each(1, inner, body -> iteration(stagger, body));
          last.await(inner);
          body(List.of(stagger.last()), inner);
          await(stagger.last(), 0, inner);
          leave(last, inner);
        });
  }

  /** The first iteration, but for its last product. */
  private void before(Stagger stagger, OpBuilder out) {
    Ring.Reader first = readers.get(0);
    Value zero = out.constant(loop.index().arithmetic(), 0);
    Body iteration =
        out.nested(
            inner -> {
              first.await(inner);
              body(stagger.head(), inner);
              fillNext(0, inner.cast(DType.I64, loop.index()), inner);
              await(stagger.first(), 0, inner);
              leave(first, inner);
              body(stagger.middle(), inner);
            });
    Ops.copy(iteration, out.values(), value -> value.equals(loop.index()) ? zero : value)
        .ops()
        .forEach(out::add);
  }

  /** An iteration but for its last product, with that of the one before. */
  private void iteration(Stagger stagger, OpBuilder out) {
    Ring.Reader first = readers.get(0);
    Ring.Reader last = readers.get(1);
    Value index = out.cast(DType.I64, loop.index());
    first.await(out);
    body(stagger.head(), out);
    last.await(out);
    body(List.of(stagger.last()), out);
    fillNext(0, index, out);
    fillNext(1, out.binary(BinaryOperator.SUB, index, out.i64(1)), out);
    await(stagger.first(), 1, out);
    leave(first, out);
    int needed = 0;
    List<Op> middle = stagger.middle();
    while (needed < middle.size()
        && !stagger.needsLast(middle.get(needed), context.pipelines().definitions())) {
      needed++;
    }
    body(middle.subList(0, needed), out);
    await(stagger.last(), 0, out);
    leave(last, out);
    body(middle.subList(needed, middle.size()), out);
  }

  private static void leave(Ring.Reader reader, OpBuilder out) {
    reader.leave(out);
    reader.advance(out);
  }

  private void await(TileOp.Gemm gemm, int pending, OpBuilder out) {
    ThreadContext.phase(out, inner -> WarpgroupGemm.await(gemm, pending, inner, context));
  }

  // Both

  /** Where nobody else does: begins to count, and fills all places but one. */
  private void begin(OpBuilder out) {
    if (fillers.isEmpty()) {
      return;
    }
    Ring.begin(fillers.stream().map(Ring.Filler::ring).toList(), out, context);
    Value first = out.binary(BinaryOperator.MIN, extent, out.i64(loop.stages() - 1L));
    for (Ring.Filler filler : fillers) {
      out.when(
          context.isFirst(out),
          inner -> inner.loop(inner.i64(0), first, 1, (body, step) -> filler.fill(step, body)));
    }
  }

  /**
   * Starts the copies of the iteration that takes the place of the one before, if there is one and
   * nobody else does.
   *
   * @param iteration whose place is read now
   */
  private void fillNext(int ring, Value iteration, OpBuilder out) {
    if (fillers.isEmpty()) {
      return;
    }
    Value next = Indices.plus(iteration, loop.stages() - 1L, out);
    Value exists = out.compare(CompareOperator.LT, next, extent);
    out.when(
        out.binary(BinaryOperator.AND, context.isFirst(out), exists),
        inner -> fillers.get(ring).fill(next, inner));
  }

  private void end(OpBuilder out) {
    readers.forEach(Ring.Reader::end);
    if (!fillers.isEmpty()) {
      out.add(new LowOp.Barrier(loop.loc()));
      out.when(context.isFirst(out), inner -> fillers.forEach(filler -> filler.ring().end(inner)));
    }
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

  private Value isAny(OpBuilder out) {
    return out.compare(CompareOperator.GT, extent, out.i64(0));
  }
}
