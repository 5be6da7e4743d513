package dev.kiln.lower.thread;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Literal;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import dev.kiln.lower.laidout.WarpTiling;
import dev.kiln.lower.tileop.Indices;
import java.util.List;

/**
 * The places of tiles that are filled together and read together in each iteration of a pipelined
 * loop, as many as the loop has stages, taken in turn. Of each place two phases are counted: one
 * ends when it has been filled, the other when all have left it.
 */
final class Ring {
  private final TileOp.Pipelined loop;
  private final PlaceFill fill;
  private final ThreadContext context;
  private final Value phases;
  private final Value places;

  /** Whether the threads of a warp are through with a place at the same time. */
  private final boolean areWarpsTogether;

  private final Value isFirst;
  private final Value last;

  /** The place that is read now. */
  private final Value stage;

  /** Whether the phase has an odd number that ends when that place has been filled. */
  private final Value isOdd;

  /** The place that was read in the iteration before. */
  private final Value before;

  /** Whether the phase has an odd number that ends when all have left that one. */
  private final Value isLeftOdd;

  /** Where nothing has been read yet; {@link #init} has to follow. */
  Ring(TileOp.Pipelined loop, List<TileOp.Copy> copies, OpBuilder out, ThreadContext context) {
    this.loop = loop;
    this.context = context;
    this.phases = ThreadContext.shared(DType.I64, loop.stages(), out);
    this.places = ThreadContext.shared(DType.I64, loop.stages(), out);
    this.fill = new PlaceFill(loop, copies, phases, context);
    this.areWarpsTogether = context.pipelines().isOfProducts(loop);
    this.isFirst = context.isFirst(out);
    this.last = out.i64(loop.stages() - 1L);
    this.stage = out.cell(out.i64(0), "stage");
    this.isOdd = out.cell(out.constant(Type.BOOL, Literal.of(false)), "odd");
    this.before = out.cell(last, "before");
    this.isLeftOdd = out.cell(out.constant(Type.BOOL, Literal.of(true)), "left");
  }

  /** Begins to count; one thread does. */
  void init(OpBuilder out) {
    int leavers = context.threads() / (areWarpsTogether ? WarpTiling.WARP : 1);
    for (int place = 0; place < loop.stages(); place++) {
      out.add(new LowOp.InitPhase(phases, out.i64(place), 1, loop.loc()));
      out.add(new LowOp.InitPhase(places, out.i64(place), leavers, loop.loc()));
    }
  }

  /** Ends counting; one thread does. */
  void end(OpBuilder out) {
    for (int place = 0; place < loop.stages(); place++) {
      out.add(new LowOp.EndPhases(phases, out.i64(place), loop.loc()));
      out.add(new LowOp.EndPhases(places, out.i64(place), loop.loc()));
    }
    fill.copies().forEach(copy -> context.lowering().moveOrigin(copy.target(), null));
  }

  /** Starts the copies of the first iterations, for all places but one. */
  void startFirst(Value extent, OpBuilder out) {
    Value first = out.binary(BinaryOperator.MIN, extent, last);
    out.when(
        isFirst,
        inner -> inner.loop(inner.i64(0), first, 1, (body, step) -> fill.start(step, step, body)));
  }

  /**
   * Starts the copies of the iteration that takes the place of the one before, if there is one.
   *
   * @param iteration whose place is read now
   */
  void startNext(Value iteration, Value extent, OpBuilder out) {
    Value next = Indices.plus(iteration, loop.stages() - 1L, out);
    Value exists = out.compare(CompareOperator.LT, next, extent);
    out.when(
        out.binary(BinaryOperator.AND, isFirst, exists),
        inner -> {
          Value place = inner.read(before);
          inner.add(new LowOp.AwaitPhase(places, place, inner.read(isLeftOdd), loop.loc()));
          fill.start(next, place, inner);
        });
  }

  /** Waits for what is read now; from here on the tiles lie there. */
  void await(OpBuilder out) {
    Value place = out.read(stage);
    out.add(new LowOp.AwaitPhase(phases, place, out.read(isOdd), loop.loc()));
    for (TileOp.Copy copy : fill.copies()) {
      Value origin = Indices.times(place, PlaceFill.size(copy), out);
      context.lowering().moveOrigin(copy.target(), origin);
    }
  }

  /** Says that this thread, or the warp that it is of, needs no longer what is read now. */
  void leave(OpBuilder out) {
    leave(out.read(stage), out);
  }

  /** The same of what was read in the iteration before. */
  void leaveBefore(OpBuilder out) {
    leave(out.read(before), out);
  }

  private void leave(Value place, OpBuilder out) {
    var arrival = new LowOp.ArriveAtPhase(places, place, loop.loc());
    if (areWarpsTogether) {
      Value lane = ThreadContext.digit(context.thread(), 1, WarpTiling.WARP, out);
      Value isFirstOfWarp = out.compare(CompareOperator.EQ, lane, out.i64(0));
      out.when(isFirstOfWarp, inner -> inner.add(arrival));
    } else {
      out.add(arrival);
    }
  }

  /** Goes on to the next place. */
  void advance(OpBuilder out) {
    Value now = out.read(stage);
    Value then = out.read(before);
    flipAtLast(isOdd, now, out);
    flipAtLast(isLeftOdd, then, out);
    Value wraps = out.compare(CompareOperator.EQ, now, last);
    out.write(stage, out.select(wraps, out.i64(0), Indices.plus(now, 1, out)));
    out.write(before, now);
  }

  private void flipAtLast(Value isOdd, Value place, OpBuilder out) {
    Value parity = out.read(isOdd);
    Value wraps = out.compare(CompareOperator.EQ, place, last);
    out.write(isOdd, out.select(wraps, out.unary(UnaryOperator.NOT, parity), parity));
  }
}
