package dev.kiln.lower.loops;

import dev.kiln.analysis.Definitions;
import dev.kiln.ir.Body;
import dev.kiln.ir.Effect;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Fuses loops that follow each other, in the bodies of one kernel. */
final class AdjacentLoops {
  /** Operations of a loop that is taken into two branches. */
  private static final int MOST_TWICE = 64;

  private final Definitions definitions;
  private final Values values;

  AdjacentLoops(Kernel kernel) {
    this.definitions = Definitions.of(kernel);
    this.values = Values.after(kernel);
  }

  /** {@code body} with fewer loops. */
  Body fuse(Body body) {
    var ops = new ArrayList<Op>();
    boolean isChanged = false;
    for (Op op : body.ops()) {
      Op inner = Ops.mapBodies(op, this::fuse);
      isChanged |= append(inner, ops) || !Ops.same(inner, op);
    }
    return isChanged ? new Body(ops) : body;
  }

  /** Appends {@code op}; whether it became one with what stands at the end. */
  private boolean append(Op op, List<Op> ops) {
    int last = ops.size() - 1;
    while (last >= 0 && isMovable(ops.get(last))) {
      last--;
    }
    Op joined = last < 0 ? null : join(ops.get(last), op);
    if (joined == null) {
      ops.add(op);
      return false;
    }
    ops.remove(last);
    ops.add(joined);
    return true;
  }

  /** Whether an operation may as well stand in front of a loop or a branch before it. */
  private static boolean isMovable(Op op) {
    return op instanceof Effect.Pure || op instanceof LowOp.DeclareCell;
  }

  private @Nullable Op join(Op first, Op second) {
    return switch (first) {
      case LowOp.For loop when second instanceof LowOp.For next ->
          LoopFusion.of(loop, next, definitions, values);
      case LowOp.For loop when second instanceof LowOp.If branch && isSmall(loop) ->
          join(branch, body -> joined(List.of(loop), body.ops()));
      case LowOp.If branch when second instanceof LowOp.For loop && isSmall(loop) ->
          join(branch, body -> joined(body.ops(), List.of(loop)));
      case LowOp _, TileOp _ -> null;
    };
  }

  /** Whether it may stand in both branches. */
  private static boolean isSmall(LowOp.For loop) {
    return LoopFusion.size(loop.body()) <= MOST_TWICE;
  }

  /**
   * The branch with a loop taken into both of its bodies; null where it becomes one with neither.
   *
   * @param joined what a body becomes, and whether two loops have become one in it
   */
  private @Nullable Op join(LowOp.If branch, Function<Body, Joined> joined) {
    Joined then = joined.apply(branch.then());
    Joined otherwise = joined.apply(branch.otherwise());
    if (!then.isOne() && !otherwise.isOne()) {
      return null;
    }
    Body copy = Ops.copy(otherwise.body(), values, value -> value);
    definitions.add(copy);
    return new LowOp.If(branch.condition(), then.body(), copy, branch.loc());
  }

  /** Operations, some of which may have become one. */
  private record Joined(Body body, boolean isOne) {}

  private Joined joined(List<Op> first, List<Op> second) {
    var ops = new ArrayList<>(first);
    boolean isOne = false;
    for (Op op : second) {
      isOne |= append(op, ops);
    }
    return new Joined(new Body(ops), isOne);
  }
}
