package dev.kiln.lower.thread;

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
 *
 * @param phases that end when a place is full
 * @param places the phases that end when a place has been left
 * @param areWarpsTogether whether the threads of a warp are through with a place at the same time
 */
record Ring(
    TileOp.Pipelined loop,
    List<TileOp.Copy> copies,
    Value phases,
    Value places,
    boolean areWarpsTogether,
    ThreadContext context) {

  /**
   * Those of {@code loop}, in the order of {@link Pipelines#filledTogether}; {@link #begin} has to
   * follow.
   */
  static List<Ring> all(TileOp.Pipelined loop, OpBuilder out, ThreadContext context) {
    return context.pipelines().filledTogether(loop).stream()
        .map(copies -> of(loop, copies, out, context))
        .toList();
  }

  private static Ring of(
      TileOp.Pipelined loop, List<TileOp.Copy> copies, OpBuilder out, ThreadContext context) {
    return new Ring(
        loop,
        List.copyOf(copies),
        ThreadContext.shared(DType.I64, loop.stages(), out),
        ThreadContext.shared(DType.I64, loop.stages(), out),
        context.pipelines().isOfProducts(loop),
        context);
  }

  /** Has one thread begin to count, and all know of it. */
  static void begin(List<Ring> rings, OpBuilder out, ThreadContext context) {
    out.when(context.isFirst(out), inner -> rings.forEach(ring -> ring.init(inner)));
    out.add(new LowOp.PublishWrites(out.loc()));
    out.add(new LowOp.Barrier(out.loc()));
  }

  private void init(OpBuilder out) {
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
  }

  /**
   * A place and the number of a phase of it.
   *
   * @param place a cell
   * @param isOdd a cell: whether the phase has an odd number that is waited for next
   */
  private record Position(Value place, Value isOdd) {
    static Position first(boolean isOdd, OpBuilder out) {
      return new Position(
          out.cell(out.i64(0), "place"),
          out.cell(out.constant(Type.BOOL, Literal.of(isOdd)), "odd"));
    }

    void advance(int stages, OpBuilder out) {
      Value now = out.read(place);
      Value parity = out.read(isOdd);
      Value isLast = out.compare(CompareOperator.EQ, now, out.i64(stages - 1L));
      out.write(isOdd, out.select(isLast, out.unary(UnaryOperator.NOT, parity), parity));
      out.write(place, out.select(isLast, out.i64(0), Indices.plus(now, 1, out)));
    }
  }

  /** Who fills the places: one thread. */
  record Filler(Ring ring, Position position) {
    /** Of a ring that nothing has been filled of. */
    static Filler of(Ring ring, OpBuilder out) {
      return new Filler(ring, Position.first(/* isOdd= */ true, out));
    }

    /** Starts the copies of {@code iteration} into the next place, once all have left it. */
    void fill(Value iteration, OpBuilder out) {
      Value place = out.read(position.place());
      Value isOdd = out.read(position.isOdd());
      out.add(new LowOp.AwaitPhase(ring.places, place, isOdd, ring.loop.loc()));
      new PlaceFill(ring.loop, ring.copies, ring.phases, ring.context).start(iteration, place, out);
      position.advance(ring.loop.stages(), out);
    }
  }

  /** Who reads the places: every thread. */
  record Reader(Ring ring, Position position) {
    /** Of a ring that nothing has been read of. */
    static Reader of(Ring ring, OpBuilder out) {
      return new Reader(ring, Position.first(/* isOdd= */ false, out));
    }

    /** Waits for what is read now; from here on the tiles lie there. */
    void await(OpBuilder out) {
      Value place = out.read(position.place());
      Value isOdd = out.read(position.isOdd());
      out.add(new LowOp.AwaitPhase(ring.phases, place, isOdd, ring.loop.loc()));
      for (TileOp.Copy copy : ring.copies) {
        Value origin = Indices.times(place, PlaceFill.size(copy), out);
        ring.context.lowering().moveOrigin(copy.target(), origin);
      }
    }

    /** Says that this thread, or the warp that it is of, needs no longer what is read now. */
    void leave(OpBuilder out) {
      leave(out.read(position.place()), out);
    }

    /** The same of what was read before. */
    void leaveBefore(OpBuilder out) {
      Value now = out.read(position.place());
      Value isFirst = out.compare(CompareOperator.EQ, now, out.i64(0));
      Value last = out.i64(ring.loop.stages() - 1L);
      leave(out.select(isFirst, last, Indices.plus(now, -1, out)), out);
    }

    private void leave(Value place, OpBuilder out) {
      var arrival = new LowOp.ArriveAtPhase(ring.places, place, ring.loop.loc());
      if (ring.areWarpsTogether) {
        Value lane = ThreadContext.digit(ring.context.thread(), 1, WarpTiling.WARP, out);
        Value isFirstOfWarp = out.compare(CompareOperator.EQ, lane, out.i64(0));
        out.when(isFirstOfWarp, inner -> inner.add(arrival));
      } else {
        out.add(arrival);
      }
    }

    /** Goes on to the next place. */
    void advance(OpBuilder out) {
      position.advance(ring.loop.stages(), out);
    }

    /** The tiles lie nowhere in particular any more. */
    void end() {
      ring.copies.forEach(copy -> ring.context.lowering().moveOrigin(copy.target(), null));
    }
  }
}
