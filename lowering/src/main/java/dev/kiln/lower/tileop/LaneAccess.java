package dev.kiln.lower.tileop;

import dev.kiln.analysis.Interval;
import dev.kiln.analysis.View;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One element access of all lanes at once: neighbours become a vector access, one element for all
 * lanes a scalar one, anything else a gather or scatter. Each lane is guarded against indices that
 * may lie outside.
 *
 * @param base a whole tensor or tile
 * @param indices of the base, one an axis, as values of the parallel body still to be summed
 * @param proven the axes whose indices are known to lie inside
 */
public record LaneAccess(Value base, List<List<Value>> indices, BitSet proven, Lanes lanes) {

  /** The access to {@code buffer[logical]}; axes in {@code proven} need no guard. */
  public static LaneAccess of(Value buffer, List<Value> logical, BitSet proven, Lanes lanes) {
    View view = lanes.context().view(buffer);
    var indices = new ArrayList<List<Value>>();
    for (View.Axis axis : view.axes()) {
      var parts = new ArrayList<Value>();
      parts.add(logical.get(axis.source()));
      parts.addAll(axis.offsets());
      indices.add(List.copyOf(parts));
    }
    return new LaneAccess(view.base(), indices, proven, lanes);
  }

  /**
   * Whether the lanes' elements are neighbours from a multiple of the lanes on, or all the same
   * one, as far as that can be said.
   */
  public boolean isAlignedRun() {
    List<Value> last = indices.getLast();
    boolean isSame =
        indices.stream()
            .flatMap(List::stream)
            .allMatch(part -> lanes.step(part).equals(OptionalLong.of(0)));
    return isSame
        || (indices.size() == 1
            && lanes.context().run(base, 0) == Layout.WHOLE_AXIS
            && last.stream().allMatch(lanes::startsAtMultiple)
            && last.stream().map(lanes::step).allMatch(OptionalLong::isPresent)
            && last.stream().mapToLong(part -> lanes.step(part).orElse(0)).sum() == 1);
  }

  /** The computed value of the element; zero where a lane is outside or {@code mask} is false. */
  LaneValue load(@Nullable Value mask, OpBuilder out) {
    Value register = lanes.register(base);
    if (register != null) {
      Value held = out.load(memory(), register, 1, null);
      return LaneValue.same(lanes.context().toComputed(held, base, out));
    }
    List<LaneValue> at = sums(out);
    Guard guard = guard(at, out);
    Value memory = memory();
    if (lanes.privateMemory(base) == null && at.stream().allMatch(LaneValue::isSame)) {
      Value raw = out.load(memory, offset(firsts(at), out), 1, guard.scalar());
      return LaneValue.same(lanes.context().toComputed(raw, base, out));
    }
    Value raw = out.load(memory, place(at, out), lanes.count(), guard.and(mask, lanes, out));
    Value value = lanes.context().toComputed(raw, base, out);
    return lanes.count() == 1 ? LaneValue.same(value) : new LaneValue.Varying(value);
  }

  /** Writes computed values where {@code mask} is true and the lane is inside. */
  void store(LaneValue value, @Nullable Value mask, OpBuilder out) {
    Value register = lanes.register(base);
    if (register != null) {
      Value held = lanes.context().toStorage(lanes.vector(value, out), base, out);
      out.store(memory(), register, held, null);
      return;
    }
    List<LaneValue> at = sums(out);
    Guard guard = guard(at, out);
    boolean isOne = mask == null && value instanceof LaneValue.Stepped one && one.step() == 0;
    if (isOne && lanes.privateMemory(base) == null && at.stream().allMatch(LaneValue::isSame)) {
      Value scalar = ((LaneValue.Stepped) value).first();
      Value stored = lanes.context().toStorage(scalar, base, out);
      out.store(memory(), offset(firsts(at), out), stored, ofWriter(guard.scalar(), out));
      return;
    }
    Value stored = lanes.context().toStorage(lanes.vector(value, out), base, out);
    out.store(memory(), place(at, out), stored, guard.and(mask, lanes, out));
  }

  /** Adds atomically, lane after lane. */
  void atomicAdd(LaneValue value, @Nullable Value mask, OpBuilder out) {
    List<LaneValue> at = sums(out);
    Value active = ofWriter(guard(at, out).and(mask, lanes, out), out);
    var place = new Place(memory(), base, place(at, out));
    AtomicSums.add(place, lanes.vector(value, out), active, lanes.context(), out);
  }

  /** The condition with that of the thread that writes; what each thread holds, each writes. */
  private @Nullable Value ofWriter(@Nullable Value condition, OpBuilder out) {
    boolean isHeld =
        base.type() instanceof Type.TileType tile && tile.layout() instanceof Layout.Fragment;
    return isHeld ? condition : both(condition, lanes.writer(), out);
  }

  /**
   * Elements of a base in memory.
   *
   * @param index of the first of neighbours, or one for each
   */
  record Place(Value memory, Value base, Value index) {}

  // Indices

  /** The index along every axis: one part as it is, several summed as I64. */
  private List<LaneValue> sums(OpBuilder out) {
    return indices.stream().map(parts -> sum(parts, out)).toList();
  }

  private LaneValue sum(List<Value> parts, OpBuilder out) {
    LaneValue sum = index(parts.getFirst(), parts.size() == 1, out);
    for (Value part : parts.subList(1, parts.size())) {
      sum = plus(wide(sum, out), wide(index(part, false, out), out), out);
    }
    return sum;
  }

  /**
   * An index that may be read as I64 lane by lane: a step that may leave I32 on its way is given up
   * unless that leads outside in any case.
   */
  private LaneValue index(Value part, boolean isAlone, OpBuilder out) {
    LaneValue value = lanes.of(part);
    boolean isSafe =
        value instanceof LaneValue.Varying
            || value.isSame()
            || part.dtype() == DType.I64
            || (value instanceof LaneValue.Stepped stepped
                && ((isAlone && stepped.step() == 1) || staysInside(part, stepped.step())));
    return isSafe ? value : new LaneValue.Varying(lanes.vector(value, out));
  }

  private boolean staysInside(Value part, long step) {
    Interval range = lanes.context().ranges().of(part);
    return range.high() - range.low() < (1L << 32) - Math.abs(step) * lanes.count();
  }

  private static LaneValue wide(LaneValue value, OpBuilder out) {
    return switch (value) {
      case LaneValue.Stepped stepped ->
          new LaneValue.Stepped(out.cast(DType.I64, stepped.first()), stepped.step());
      case LaneValue.Varying varying ->
          new LaneValue.Varying(out.cast(DType.I64, varying.vector()));
    };
  }

  private LaneValue plus(LaneValue left, LaneValue right, OpBuilder out) {
    if (left instanceof LaneValue.Stepped a && right instanceof LaneValue.Stepped b) {
      return new LaneValue.Stepped(
          out.binary(BinaryOperator.ADD, a.first(), b.first()), a.step() + b.step());
    }
    return new LaneValue.Varying(
        out.binary(BinaryOperator.ADD, lanes.vector(left, out), lanes.vector(right, out)));
  }

  // Places

  private Value memory() {
    Value own = lanes.privateMemory(base);
    return own != null ? own : lanes.context().memory(base);
  }

  /** A scalar index where lanes are neighbours in memory, else a vector of indices. */
  private Value place(List<LaneValue> at, OpBuilder out) {
    if (lanes.privateMemory(base) != null) {
      return privatePlace(at, out);
    }
    if (lanes.count() == 1 || isRun(at)) {
      return offset(firsts(at), out);
    }
    return lanes.context().offset(base, vectors(at, out), out);
  }

  /** Lanes lie side by side within each element of a tile that every lane has for itself. */
  private Value privatePlace(List<LaneValue> at, OpBuilder out) {
    if (at.stream().allMatch(LaneValue::isSame)) {
      return Indices.times(offset(firsts(at), out), lanes.count(), out);
    }
    Value offset = lanes.context().offset(base, vectors(at, out), out);
    return Indices.add(
        Indices.times(offset, lanes.count(), out), out.lanes(DType.I64, lanes.count()), out);
  }

  private Value offset(List<Value> scalars, OpBuilder out) {
    return lanes.context().offset(base, scalars, out);
  }

  private static List<Value> firsts(List<LaneValue> at) {
    return at.stream().map(value -> ((LaneValue.Stepped) value).first()).toList();
  }

  private List<Value> vectors(List<LaneValue> at, OpBuilder out) {
    boolean anyVector = at.stream().anyMatch(value -> !value.isSame());
    return at.stream()
        .map(
            value ->
                value instanceof LaneValue.Stepped one && one.step() == 0 && anyVector
                    ? one.first()
                    : lanes.vector(value, out))
        .toList();
  }

  /** Whether the lanes' elements are neighbours in memory, in order. */
  private boolean isRun(List<LaneValue> at) {
    int moving = -1;
    for (int axis = 0; axis < at.size(); axis++) {
      if (!at.get(axis).isSame()) {
        if (moving >= 0 || !(at.get(axis) instanceof LaneValue.Stepped one) || one.step() != 1) {
          return false;
        }
        moving = axis;
      }
    }
    return moving >= 0 && isAlignedRun(moving);
  }

  private boolean isAlignedRun(int axis) {
    int run = lanes.context().run(base, axis);
    return run == Layout.WHOLE_AXIS
        || (run % lanes.count() == 0
            && indices.get(axis).stream().allMatch(lanes::startsAtMultiple));
  }

  // Guards

  /** Which lanes are inside: a condition for all of them, and one for each; null means true. */
  private record Guard(@Nullable Value scalar, @Nullable Value vector) {
    @Nullable Value and(@Nullable Value mask, Lanes lanes, OpBuilder out) {
      Value all = scalar == null ? null : out.splat(scalar, lanes.count());
      return both(both(mask, vector, out), all, out);
    }
  }

  static @Nullable Value both(@Nullable Value left, @Nullable Value right, OpBuilder out) {
    return right == null ? left : and(left, right, out);
  }

  static Value and(@Nullable Value left, Value right, OpBuilder out) {
    return left == null ? right : out.binary(BinaryOperator.AND, left, right);
  }

  private Guard guard(List<LaneValue> at, OpBuilder out) {
    Value scalar = null;
    Value vector = null;
    for (int axis = 0; axis < at.size(); axis++) {
      if (!isInside(axis)) {
        Value inside = inside(at.get(axis), axis, out);
        if (at.get(axis).isSame()) {
          scalar = both(scalar, inside, out);
        } else {
          vector = both(vector, inside, out);
        }
      }
    }
    return new Guard(scalar, vector);
  }

  private boolean isInside(int axis) {
    return proven.get(axis) || isStaticallyInside(base, indices.get(axis), axis, lanes.context());
  }

  /** Whether ranges alone say that an index lies inside. */
  static boolean isStaticallyInside(
      Value base, List<Value> parts, int axis, LoweringContext context) {
    return base.type() instanceof Type.TileType tile
        && new Interval(0, tile.shape().extent(axis) - 1L).contains(range(parts, context));
  }

  static Interval range(List<Value> parts, LoweringContext context) {
    Interval sum = Interval.point(0);
    for (Value part : parts) {
      sum = sum.plus(context.ranges().of(part));
    }
    return sum;
  }

  private Value inside(LaneValue index, int axis, OpBuilder out) {
    Value extent = lanes.context().extent(base, axis, out);
    if (index instanceof LaneValue.Stepped stepped && stepped.step() == 1) {
      Value first = out.cast(DType.I64, stepped.first());
      boolean isNeverNegative = range(indices.get(axis), lanes.context()).low() >= 0;
      Value from = isNeverNegative ? null : out.binary(BinaryOperator.SUB, out.i64(0), first);
      return lanes.between(from, out.binary(BinaryOperator.SUB, extent, first), out);
    }
    if (index instanceof LaneValue.Stepped stepped && stepped.step() == 0) {
      return out.compare(CompareOperator.BELOW, out.cast(DType.I64, stepped.first()), extent);
    }
    Value vector = lanes.vector(index, out);
    Value bound = out.cast(vector.dtype(), extent);
    return out.compare(CompareOperator.BELOW, vector, out.splat(bound, lanes.count()));
  }
}
