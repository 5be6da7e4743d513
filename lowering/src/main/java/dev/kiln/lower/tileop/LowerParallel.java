package dev.kiln.lower.tileop;

import dev.kiln.analysis.Interval;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.LoopKind;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns a parallel loop into loops, the innermost over groups of lanes.
 *
 * <pre>
 * parallel %i < %n {                       for %i = 0 to %safe step 8 { load, add, store }
 *   z[%i] = x[%i] + y[%i]             =>   for %i = %safe to %n step 8 { the same under masks }
 * }
 * </pre>
 *
 * {@code %safe} is a multiple of the lanes up to which every iteration exists and every access is
 * inside, as far as that can be said in front of the loop ({@link Guards}).
 */
public final class LowerParallel {
  private final TileOp.Parallel parallel;
  private final LanePlan plan;
  private final LoweringContext context;
  private final Guards guards;

  private LowerParallel(TileOp.Parallel parallel, LoweringContext context) {
    this.parallel = parallel;
    this.plan = LanePlan.of(parallel, context);
    this.context = context;
    this.guards = Guards.of(index(), parallel.body(), context);
  }

  public static void lower(TileOp.Parallel op, OpBuilder out, LoweringContext context) {
    new LowerParallel(flat(op, context), context).loops(0, new HashMap<>(), out);
  }

  /** The loop with those inside of it made serial. */
  public static TileOp.Parallel flat(TileOp.Parallel op, LoweringContext context) {
    return new TileOp.Parallel(op.indices(), op.extents(), serial(op.body(), context), op.loc());
  }

  /** Parallel loops inside of one run one after the other. */
  private static Body serial(Body body, LoweringContext context) {
    return Ops.flatMap(
        body,
        op -> {
          Op inner = Ops.mapBodies(op, nested -> serial(nested, context));
          return inner instanceof TileOp.Parallel parallel
              ? nest(parallel, 0, context).ops()
              : List.of(inner);
        });
  }

  private static Body nest(TileOp.Parallel parallel, int axis, LoweringContext context) {
    if (axis == parallel.indices().size()) {
      return parallel.body();
    }
    Value index = parallel.indices().get(axis);
    var out = new OpBuilder(context.values(), parallel.loc());
    Value zero = out.constant(index.arithmetic(), 0);
    Body body = nest(parallel, axis + 1, context);
    out.add(
        new LowOp.For(
            index, zero, parallel.extents().get(axis), 1, LoopKind.SERIAL, body, parallel.loc()));
    return out.build();
  }

  private Value index() {
    return parallel.indices().get(plan.axis());
  }

  /** Loops over the axes from {@code axis} on, without that of the lanes, then over the lanes. */
  private void loops(int axis, Map<Value, Value> outer, OpBuilder out) {
    if (axis == parallel.indices().size()) {
      lanes(outer, out);
    } else if (axis == plan.axis()) {
      loops(axis + 1, outer, out);
    } else {
      Value index = parallel.indices().get(axis);
      Value extent = out.cast(DType.I64, parallel.extents().get(axis));
      out.loop(
          out.i64(0),
          extent,
          1,
          (inner, at) -> {
            var more = new HashMap<>(outer);
            more.put(index, inner.cast(index.dtype(), at));
            loops(axis + 1, more, inner);
          });
    }
  }

  private void lanes(Map<Value, Value> outer, OpBuilder out) {
    Value extent = out.cast(DType.I64, parallel.extents().get(plan.axis()));
    Interval range = context.ranges().of(parallel.extents().get(plan.axis()));
    if (guards.isEmpty() && plan.isFilledBy(range)) {
      group(out.i64(0), extent, outer, false, out);
      return;
    }
    Value safe = guards.isEmpty() ? extent : guards.safe(extent, outer, out);
    Value whole = out.binary(BinaryOperator.AND, safe, out.i64(-plan.count()));
    if (!range.isPoint() || range.low() >= plan.count()) {
      group(out.i64(0), whole, outer, false, out);
      group(whole, extent, outer, true, out);
    } else {
      group(out.i64(0), extent, outer, true, out);
    }
  }

  /** A loop over groups of lanes; {@code isGuarded} ones are masked and check their indices. */
  private void group(
      Value lower, Value upper, Map<Value, Value> outer, boolean isGuarded, OpBuilder out) {
    out.loop(
        lower,
        upper,
        plan.count(),
        (inner, at) -> {
          Lanes lanes = Lanes.along(index(), plan.count(), parallel.body(), context);
          outer.forEach((index, value) -> lanes.put(index, LaneValue.same(value)));
          Value first = inner.cast(index().dtype(), at);
          lanes.put(index(), new LaneValue.Stepped(first, plan.count() == 1 ? 0 : 1));
          Map<Op, BitSet> proven = isGuarded ? new IdentityHashMap<>() : guards.proven();
          Value mask = isGuarded ? existing(lanes, at, upper, inner) : null;
          new LaneCode(lanes, proven, mask).body(parallel.body(), inner);
        });
  }

  /** The lanes whose iterations exist; null when that is all of them. */
  private @Nullable Value existing(Lanes lanes, Value at, Value extent, OpBuilder out) {
    return lanes.count() == 1
        ? null
        : lanes.between(null, out.binary(BinaryOperator.SUB, extent, at), out);
  }
}
