package dev.kiln.lower.tileop;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sums into memory, lane after lane. On chip, where one thread runs a block, nobody else looks on:
 * an element is read, added to and written. Elsewhere that is one atomic operation, or, for halves,
 * which are added to in F32 and rounded, an attempt that is repeated until nobody came between.
 */
final class AtomicSums {
  private AtomicSums() {}

  static void add(
      LaneAccess.Place place,
      Value added,
      @Nullable Value active,
      LoweringContext context,
      OpBuilder out) {
    boolean isOwn =
        place.base().type() instanceof Type.TileType && context.machine().threads() == 1;
    if (isOwn) {
      each(place, added, active, out, (one, value, inner) -> plain(one, value, context, inner));
    } else if (isHalf(place.base().buffer().element())) {
      each(place, added, active, out, (one, value, inner) -> repeated(one, value, context, inner));
    } else {
      Value stored = context.toStorage(added, place.base(), out);
      out.add(new LowOp.AtomicUpdate(place.memory(), place.index(), stored, active, out.loc()));
    }
  }

  private static boolean isHalf(DType element) {
    return switch (element) {
      case F16, BF16, E4M3, E5M2 -> true;
      case F32, F64, I8, I16, I32, I64, U8, BOOL -> false;
    };
  }

  /** What is done for one lane. */
  @FunctionalInterface
  private interface OfOne {
    void add(LaneAccess.Place place, Value added, OpBuilder out);
  }

  private static void each(
      LaneAccess.Place place, Value added, @Nullable Value active, OpBuilder out, OfOne sum) {
    for (int lane = 0; lane < added.lanes(); lane++) {
      int current = lane;
      Consumer<OpBuilder> one =
          inner -> {
            boolean isNeighbour = place.index().lanes() == 1;
            Value index =
                isNeighbour
                    ? Indices.plus(place.index(), current, inner)
                    : inner.lane(place.index(), current);
            var element = new LaneAccess.Place(place.memory(), place.base(), index);
            sum.add(element, scalar(added, current, inner), inner);
          };
      if (active == null) {
        one.accept(out);
      } else {
        out.when(scalar(active, current, out), one);
      }
    }
  }

  private static Value scalar(Value value, int lane, OpBuilder out) {
    return value.lanes() == 1 ? value : out.lane(value, lane);
  }

  private static void plain(
      LaneAccess.Place place, Value added, LoweringContext context, OpBuilder out) {
    Value before = out.load(place.memory(), place.index(), 1, null);
    out.store(place.memory(), place.index(), sum(before, added, place, context, out), null);
  }

  private static void repeated(
      LaneAccess.Place place, Value added, LoweringContext context, OpBuilder out) {
    var attempt = new OpBuilder(out.values(), out.loc());
    Value before = attempt.load(place.memory(), place.index(), 1, null);
    Value after = sum(before, added, place, context, attempt);
    Value done = attempt.values().value(Type.BOOL);
    attempt.add(
        new LowOp.CompareAndSet(done, place.memory(), place.index(), before, after, attempt.loc()));
    Value fails = attempt.unary(UnaryOperator.NOT, done);
    out.add(new LowOp.While(attempt.build(), fails, Body.EMPTY, Body.EMPTY, out.loc()));
  }

  private static Value sum(
      Value before, Value added, LaneAccess.Place place, LoweringContext context, OpBuilder out) {
    Value computed = context.toComputed(before, place.base(), out);
    Value sum = out.binary(BinaryOperator.ADD, computed, added);
    return context.toStorage(sum, place.base(), out);
  }
}
