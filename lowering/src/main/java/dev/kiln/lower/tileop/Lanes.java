package dev.kiln.lower.tileop;

import dev.kiln.analysis.Affine;
import dev.kiln.analysis.Divisibility;
import dev.kiln.analysis.Uniformity;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A group of neighbouring iterations of a parallel loop that run side by side, and what the values
 * of its body are in them. With one lane everything is the same in all lanes, so that scalar code
 * needs no code of its own.
 */
public final class Lanes {
  private static final Value NO_INDEX = new Value(-1, Type.I32, "");

  private final int count;
  private final LoweringContext context;
  private final Uniformity uniformity;
  private final Affine affine;
  private final Divisibility divisibility;
  private final Map<Integer, LaneValue> values = new HashMap<>();
  private final Map<Integer, Value> memories = new HashMap<>();
  private final Map<Integer, Value> registers = new HashMap<>();
  private @Nullable Value writer;

  /** Iterations that differ in {@code index}, with their first index a multiple of the count. */
  public static Lanes along(Value index, int count, Body body, LoweringContext context) {
    var uniformity = Uniformity.of(body, count == 1 ? Set.of() : Set.of(index));
    var affine = new Affine(index, context.definitions(), context.ranges(), uniformity);
    var divisibility =
        new Divisibility(context.definitions()).with(index, Integer.numberOfTrailingZeros(count));
    return new Lanes(count, context, uniformity, affine, divisibility);
  }

  private Lanes(
      int count,
      LoweringContext context,
      Uniformity uniformity,
      Affine affine,
      Divisibility divisibility) {
    this.count = count;
    this.context = context;
    this.uniformity = uniformity;
    this.affine = affine;
    this.divisibility = divisibility;
  }

  /** One lane, for code that stands outside of any parallel loop. */
  public static Lanes one(LoweringContext context) {
    var uniformity = Uniformity.of(Body.EMPTY, Set.of());
    return new Lanes(
        1,
        context,
        uniformity,
        new Affine(NO_INDEX, context.definitions(), context.ranges(), uniformity),
        new Divisibility(context.definitions()));
  }

  int count() {
    return count;
  }

  LoweringContext context() {
    return context;
  }

  Uniformity uniformity() {
    return uniformity;
  }

  public void put(Value value, LaneValue lanes) {
    values.put(value.id(), lanes);
  }

  /** What {@code value} is here; one from outside of the loop is itself in every lane. */
  LaneValue of(Value value) {
    return values.getOrDefault(value.id(), LaneValue.same(value));
  }

  /** How {@code value} grows from lane to lane; empty when it has no fixed step. */
  OptionalLong step(Value value) {
    return count == 1 ? OptionalLong.of(0) : affine.coefficient(value);
  }

  /** The value in the first lane. */
  Value first(Value value) {
    return switch (of(value)) {
      case LaneValue.Stepped stepped -> stepped.first();
      case LaneValue.Varying varying ->
          throw new IllegalStateException(value + " was taken for the same in every lane");
    };
  }

  /** The value of all lanes as a vector, or as the scalar that it is when there is one lane. */
  Value vector(Value value, OpBuilder out) {
    return vector(of(value), out);
  }

  Value vector(LaneValue value, OpBuilder out) {
    return switch (value) {
      case LaneValue.Varying varying -> varying.vector();
      case LaneValue.Stepped stepped -> {
        Value first = out.splat(stepped.first(), count);
        yield stepped.step() == 0
            ? first
            : out.binary(BinaryOperator.ADD, first, steps(first, stepped.step(), out));
      }
    };
  }

  /** Whether {@code value} in the first lane is a multiple of the number of lanes. */
  boolean startsAtMultiple(Value value) {
    return Integer.bitCount(count) == 1
        && divisibility.log2(value) >= Integer.numberOfTrailingZeros(count);
  }

  /** Records the memory of a tile that every lane has for itself. */
  void putPrivate(Value tile, Value memory) {
    memories.put(tile.id(), memory);
  }

  /** The memory of a tile that every lane has for itself; null when {@code base} is shared. */
  @Nullable Value privateMemory(Value base) {
    return memories.get(base.id());
  }

  /** Records the register in which this thread holds the element of a tile at the loop's index. */
  public void putRegister(Value tile, Value register) {
    registers.put(tile.id(), register);
  }

  /** The register that all accesses to {@code base} are of; null when it lies in memory. */
  @Nullable Value register(Value base) {
    return registers.get(base.id());
  }

  /** Has only threads for which {@code condition} holds write to memory. */
  public void putWriter(@Nullable Value condition) {
    writer = condition;
  }

  /** Whether this thread is the one that writes to memory; null when it is. */
  @Nullable Value writer() {
    return writer;
  }

  /** True in the lanes from {@code from} to below {@code to}, both scalar I64. */
  Value between(@Nullable Value from, Value to, OpBuilder out) {
    Value lanes = count == 1 ? out.i32(0) : out.lanes(DType.I32, count);
    Value below = out.compare(CompareOperator.LT, lanes, bound(to, out));
    return from == null
        ? below
        : out.binary(
            BinaryOperator.AND, below, out.compare(CompareOperator.GE, lanes, bound(from, out)));
  }

  private Value bound(Value lane, OpBuilder out) {
    Value low = out.binary(BinaryOperator.MAX, lane, out.i64(0));
    Value clamped = out.binary(BinaryOperator.MIN, low, out.i64(count));
    return out.splat(out.cast(DType.I32, clamped), count);
  }

  private Value steps(Value model, long step, OpBuilder out) {
    Value lanes = out.lanes(model.dtype(), count);
    return step == 1
        ? lanes
        : out.binary(BinaryOperator.MUL, lanes, out.constant(model.arithmetic(), step));
  }
}
