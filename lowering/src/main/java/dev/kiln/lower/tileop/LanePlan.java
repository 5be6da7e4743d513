package dev.kiln.lower.tileop;

import dev.kiln.analysis.Affine;
import dev.kiln.analysis.Interval;
import dev.kiln.analysis.Uniformity;
import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Which axis of a parallel loop becomes lanes, and how many.
 *
 * @param axis the one along which most accesses are neighbours or the same, the last in doubt
 * @param count the number of lanes; 1 where vectors would not pay
 */
public record LanePlan(int axis, int count) {
  /** An access inside of a loop counts as so many outside. */
  private static final int LOOP_WEIGHT = 8;

  /** What an access gains from lanes; a gather costs more than its lanes one by one. */
  private static final int GAIN = 4;

  private static final int GATHER_LOSS = -1;
  private static final int SCATTER_LOSS = -2;

  public static LanePlan of(TileOp.Parallel parallel, LoweringContext context) {
    int most = lanes(parallel.body(), context);
    int best = parallel.indices().size() - 1;
    long bestScore = Long.MIN_VALUE;
    for (int axis = best; axis >= 0; axis--) {
      long score = score(parallel, axis, context) * Math.min(most, extent(parallel, axis, context));
      if (score > bestScore) {
        best = axis;
        bestScore = score;
      }
    }
    boolean pays = bestScore > 0;
    return new LanePlan(best, pays ? fit(most, extent(parallel, best, context)) : 1);
  }

  /** The largest number of iterations along an axis. */
  private static long extent(TileOp.Parallel parallel, int axis, LoweringContext context) {
    return Math.max(1, context.ranges().of(parallel.extents().get(axis)).high());
  }

  /** As many lanes as a small extent fills. */
  private static int fit(int most, long extent) {
    int lanes = most;
    while (lanes > 1
        && (extent <= lanes / 2 || (extent < 4L * lanes && extent % lanes == lanes / 2))) {
      lanes /= 2;
    }
    return lanes;
  }

  /** Lanes that fill a register with the widest elements that the body computes with. */
  private static int lanes(Body body, LoweringContext context) {
    int[] widest = {4};
    Ops.walk(
        body,
        op -> {
          if (op instanceof TileOp || op instanceof LowOp.Math || op instanceof LowOp.Fma) {
            Ops.operands(op).forEach(value -> widest[0] = Math.max(widest[0], bytes(value)));
            Ops.results(op).forEach(value -> widest[0] = Math.max(widest[0], bytes(value)));
          }
        });
    return context.machine().vectorBytes() / widest[0];
  }

  private static int bytes(Value value) {
    return value.type() instanceof Type.Arithmetic type && type.dtype().isFloat()
        ? type.dtype().bytes()
        : 0;
  }

  private static long score(TileOp.Parallel parallel, int axis, LoweringContext context) {
    Value index = parallel.indices().get(axis);
    var uniformity = Uniformity.of(parallel.body(), Set.of(index));
    var affine = new Affine(index, context.definitions(), context.ranges(), uniformity);
    return 1 + score(parallel.body(), 1, affine, context);
  }

  private static long score(Body body, long weight, Affine affine, LoweringContext context) {
    long score = 0;
    for (Op op : body.ops()) {
      score +=
          switch (op) {
            case TileOp.LoadElement load ->
                weight * gain(load.buffer(), load.indices(), GATHER_LOSS, affine, context);
            case TileOp.StoreElement store ->
                weight * gain(store.buffer(), store.indices(), SCATTER_LOSS, affine, context);
            case TileOp.AtomicAdd _ -> -weight;
            case LowOp.Math _ -> weight * GAIN;
            case LowOp.For loop -> score(loop.body(), weight * LOOP_WEIGHT, affine, context);
            case LowOp.While loop -> score(loop.body(), weight * LOOP_WEIGHT, affine, context);
            case TileOp _, LowOp _ -> {
              long inner = 0;
              for (Body nested : Ops.bodies(op)) {
                inner += score(nested, weight, affine, context);
              }
              yield inner;
            }
          };
    }
    return score;
  }

  private static long gain(
      Value buffer, List<Value> indices, int loss, Affine affine, LoweringContext context) {
    var access = LaneAccess.of(buffer, indices, new BitSet(), Lanes.one(context));
    int moving = 0;
    boolean isRun = true;
    for (int axis = 0; axis < access.indices().size(); axis++) {
      long step = step(access.indices().get(axis), affine);
      if (step != 0) {
        moving++;
        isRun &= step == 1 && context.run(access.base(), axis) > 1;
      }
    }
    return moving == 0 || (moving == 1 && isRun) ? GAIN : loss;
  }

  private static long step(List<Value> parts, Affine affine) {
    long sum = 0;
    for (Value part : parts) {
      OptionalLong step = affine.coefficient(part);
      if (step.isEmpty()) {
        return -1;
      }
      sum += step.getAsLong();
    }
    return sum;
  }

  /** Whether the extent of the lanes' axis is known and filled exactly. */
  boolean isFilledBy(Interval extent) {
    return extent.isPoint() && extent.low() % count == 0;
  }
}
