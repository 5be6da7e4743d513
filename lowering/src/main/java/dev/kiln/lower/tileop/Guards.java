package dev.kiln.lower.tileop;

import dev.kiln.analysis.Affine;
import dev.kiln.analysis.Interval;
import dev.kiln.analysis.Uniformity;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The bounds checks of a parallel loop that can be made once in front of it, for all iterations up
 * to some index: those of indices that grow by 0 or 1 with the loop and do not depend on memory.
 *
 * <pre>
 * for i: if (0 <= b + i < n) ...   =>   safe = b >= 0 ? n - b : 0; for i < safe: ...; for i >= safe: if ...
 * </pre>
 */
public final class Guards {

  /**
   * One check: the sum of {@code parts} as an index along an axis of a base.
   *
   * @param moves whether it grows with the parallel index, by 1
   * @param loops indices of loops inside of the body that it grows with
   */
  private record Check(Value base, int axis, List<Value> parts, boolean moves, List<Value> loops) {}

  private final Value index;
  private final Body body;
  private final LoweringContext context;
  private final Hoist hoist;
  private final Affine affine;
  private final Map<Value, LowOp.For> loops = new HashMap<>();
  private final Set<Check> checks = new LinkedHashSet<>();
  private final Map<Op, BitSet> proven = new IdentityHashMap<>();

  private Guards(Value index, Body body, LoweringContext context) {
    this.index = index;
    this.body = body;
    this.context = context;
    this.hoist = new Hoist(index, body, context.definitions());
    this.affine = affineIn(index);
  }

  /** The checks of {@code body} that can be made before it is run for {@code index} from 0 on. */
  public static Guards of(Value index, Body body, LoweringContext context) {
    var guards = new Guards(index, body, context);
    Ops.walk(body, guards::visit);
    return guards;
  }

  /** For each access, the axes that are inside in iterations below {@link #safe}. */
  public Map<Op, BitSet> proven() {
    return proven;
  }

  public boolean isEmpty() {
    return checks.isEmpty();
  }

  /** The number of iterations, at most {@code extent}, that are inside by all checks, an I64. */
  public Value safe(Value extent, Map<Value, Value> outer, OpBuilder out) {
    Value safe = extent;
    Value all = null;
    for (Check check : checks) {
      Value low = sum(check, corner(check, outer, false, out), out);
      Value high = check.loops().isEmpty() ? low : sum(check, corner(check, outer, true, out), out);
      Value size = context.extent(check.base(), check.axis(), out);
      if (LaneAccess.range(check.parts(), context).low() < 0) {
        all = LaneAccess.both(all, out.compare(CompareOperator.GE, low, out.i64(0)), out);
      }
      if (check.moves()) {
        Value left = out.binary(BinaryOperator.SUB, size, high);
        safe = out.binary(BinaryOperator.MIN, safe, left);
      } else {
        all = LaneAccess.both(all, out.compare(CompareOperator.LT, high, size), out);
      }
    }
    Value atLeastNone = out.binary(BinaryOperator.MAX, safe, out.i64(0));
    return all == null ? atLeastNone : out.select(all, atLeastNone, out.i64(0));
  }

  /** Values for the leaves of a check where its index is smallest, or largest but for the index. */
  private Map<Value, Value> corner(
      Check check, Map<Value, Value> outer, boolean isHigh, OpBuilder out) {
    var given = new HashMap<>(outer);
    given.put(index, out.constant(index.arithmetic(), 0));
    for (Value loopIndex : check.loops()) {
      LowOp.For loop = Objects.requireNonNull(loops.get(loopIndex));
      Value bound = hoist.emit(isHigh ? loop.upper() : loop.lower(), outer, out);
      given.put(
          loopIndex,
          isHigh
              ? out.binary(BinaryOperator.SUB, bound, out.constant(bound.arithmetic(), 1))
              : bound);
    }
    return given;
  }

  private Value sum(Check check, Map<Value, Value> given, OpBuilder out) {
    Value sum = null;
    for (Value part : check.parts()) {
      Value wide = out.cast(DType.I64, hoist.emit(part, given, out));
      sum = sum == null ? wide : out.binary(BinaryOperator.ADD, sum, wide);
    }
    return java.util.Objects.requireNonNull(sum);
  }

  // Collecting

  private void visit(Op op) {
    switch (op) {
      case LowOp.For loop -> loops.put(loop.index(), loop);
      case TileOp.LoadElement load -> access(load, load.buffer(), load.indices());
      case TileOp.StoreElement store -> access(store, store.buffer(), store.indices());
      case TileOp.AtomicAdd add -> access(add, add.buffer(), add.indices());
      case TileOp _, LowOp _ -> {}
    }
  }

  private void access(Op op, Value buffer, List<Value> indices) {
    var access = LaneAccess.of(buffer, indices, new BitSet(), Lanes.one(context));
    for (int axis = 0; axis < access.indices().size(); axis++) {
      List<Value> parts = access.indices().get(axis);
      if (!LaneAccess.isStaticallyInside(access.base(), parts, axis, context)) {
        Check check = check(access.base(), axis, parts);
        if (check != null) {
          checks.add(check);
          proven.computeIfAbsent(op, key -> new BitSet()).set(axis);
        }
      }
    }
  }

  private @Nullable Check check(Value base, int axis, List<Value> parts) {
    var leaves = new HashSet<Value>();
    parts.forEach(part -> hoist.leaves(part, leaves));
    leaves.remove(index);
    long step = steps(parts, affine);
    if ((step != 0 && step != 1) || !loops.keySet().containsAll(leaves)) {
      return null;
    }
    long span = step == 0 ? 0 : span(index);
    for (Value leaf : leaves) {
      long growth = steps(parts, affineIn(leaf));
      span =
          growth < 0 || !isFixed(leaf) ? Long.MAX_VALUE : Math.addExact(span, growth * span(leaf));
      if (span > Integer.MAX_VALUE) {
        return null;
      }
    }
    return new Check(base, axis, parts, step == 1, List.copyOf(new ArrayList<>(leaves)));
  }

  /** How the sum of {@code parts} grows; negative when it has no fixed step. */
  private static long steps(List<Value> parts, Affine affine) {
    long sum = 0;
    for (Value part : parts) {
      OptionalLong step = affine.coefficient(part);
      if (step.isEmpty() || step.getAsLong() < 0) {
        return -1;
      }
      sum += step.getAsLong();
    }
    return sum;
  }

  /** Whether the bounds of a loop can be computed in front of everything. */
  private boolean isFixed(Value loopIndex) {
    LowOp.For loop = Objects.requireNonNull(loops.get(loopIndex));
    var leaves = new HashSet<Value>();
    hoist.leaves(loop.lower(), leaves);
    hoist.leaves(loop.upper(), leaves);
    return leaves.isEmpty();
  }

  /** By how much an index may grow in all. */
  private long span(Value value) {
    Interval range = context.ranges().of(value);
    return range.high() - range.low();
  }

  private Affine affineIn(Value variable) {
    var uniformity = Uniformity.of(body, Set.of(variable));
    return new Affine(variable, context.definitions(), context.ranges(), uniformity);
  }
}
