package dev.kiln.lower.synchronised;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Uniformity;
import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the places of one kernel where barriers are needed, and puts them there. */
final class BarrierPlaces {
  private final Definitions definitions;
  private final Uniformity uniformity;

  BarrierPlaces(Kernel kernel) {
    definitions = Definitions.of(kernel);
    var threads = new HashSet<Value>();
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof LowOp.ThreadIndex index) {
            threads.add(index.result());
          }
        });
    uniformity = Uniformity.of(kernel.body(), threads);
  }

  /**
   * The body with barriers.
   *
   * @param open accesses that no barrier has followed yet; afterwards those at the end
   */
  Body body(Body body, Set<BlockAccess> open) {
    var ops = new ArrayList<Op>();
    for (Op op : body.ops()) {
      switch (op) {
        case LowOp.If branch when !uniformity.diverges(op) -> ops.add(branch(branch, open));
        case LowOp.For _, LowOp.While _ when !uniformity.diverges(op) -> ops.add(loop(op, open));
        case LowOp.Barrier barrier -> {
          open.clear();
          ops.add(barrier);
        }
        default -> step(op, open, ops);
      }
    }
    return new Body(ops);
  }

  private void step(Op op, Set<BlockAccess> open, List<Op> ops) {
    Set<BlockAccess> own = BlockAccess.of(op, definitions);
    if (own.stream().anyMatch(access -> open.stream().anyMatch(access::meets))) {
      ops.add(new LowOp.Barrier(op.loc()));
      open.clear();
    }
    open.addAll(own);
    if (op instanceof LowOp.Phase phase) {
      ops.addAll(phase.body().ops());
    } else {
      ops.add(op);
    }
  }

  private Op branch(LowOp.If branch, Set<BlockAccess> open) {
    var otherwise = new HashSet<>(open);
    Body then = body(branch.then(), open);
    Body other = body(branch.otherwise(), otherwise);
    open.addAll(otherwise);
    return new LowOp.If(branch.condition(), then, other, branch.loc());
  }

  /** Until what the end of an iteration leaves open is known at its beginning. */
  private Op loop(Op loop, Set<BlockAccess> open) {
    if (leavesEarly(loop)) {
      open.addAll(BlockAccess.of(loop, definitions));
    }
    while (true) {
      var atEnd = new HashSet<>(open);
      Op placed = Ops.mapBodies(loop, body -> body(body, atEnd));
      if (!open.addAll(atEnd)) {
        return placed;
      }
    }
  }

  /** Whether a jump may leave an iteration in its middle. */
  private static boolean leavesEarly(Op loop) {
    boolean[] found = {false};
    Ops.bodies(loop)
        .forEach(
            body ->
                Ops.walk(
                    body,
                    op -> found[0] |= op instanceof LowOp.Break || op instanceof LowOp.Continue));
    return found[0];
  }
}
