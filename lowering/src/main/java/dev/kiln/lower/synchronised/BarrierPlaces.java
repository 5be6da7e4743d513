package dev.kiln.lower.synchronised;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Jumps;
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
   * @param pending what is pending before it; afterwards what is at its end
   */
  Body body(Body body, Pending pending) {
    var ops = new ArrayList<Op>();
    for (Op op : body.ops()) {
      switch (op) {
        case LowOp.If branch when !uniformity.diverges(op) -> ops.add(branch(branch, pending));
        case LowOp.Part part -> ops.add(part(part, pending));
        case LowOp.For _, LowOp.While _ when !uniformity.diverges(op) -> ops.add(loop(op, pending));
        case LowOp.Barrier barrier -> {
          pending.open().clear();
          ops.add(barrier);
        }
        case LowOp.PublishWrites publish -> {
          pending.unpublished().clear();
          ops.add(publish);
        }
        default -> step(op, pending, ops);
      }
    }
    return new Body(ops);
  }

  private void step(Op op, Pending pending, List<Op> ops) {
    Set<BlockAccess> own = BlockAccess.of(op, definitions);
    if (pending.needsPublishing(own)) {
      ops.add(new LowOp.PublishWrites(op.loc()));
      pending.unpublished().clear();
      ops.add(new LowOp.Barrier(op.loc()));
      pending.open().clear();
    } else if (pending.needsBarrier(own)) {
      ops.add(new LowOp.Barrier(op.loc()));
      pending.open().clear();
    }
    pending.add(own);
    if (op instanceof LowOp.Phase phase) {
      ops.addAll(phase.body().ops());
    } else {
      ops.add(op);
    }
  }

  /** What threads of both parts touch, phases keep apart. */
  private Op part(LowOp.Part part, Pending pending) {
    Pending rest = pending.copy();
    return new LowOp.Part(
        part.threads(),
        part.firstRegisters(),
        part.restRegisters(),
        body(part.first(), pending),
        body(part.rest(), rest),
        part.loc());
  }

  private Op branch(LowOp.If branch, Pending pending) {
    Pending otherwise = pending.copy();
    Body then = body(branch.then(), pending);
    Body other = body(branch.otherwise(), otherwise);
    pending.join(otherwise);
    return new LowOp.If(branch.condition(), then, other, branch.loc());
  }

  /** Until what the end of an iteration leaves pending is known at its beginning. */
  private Op loop(Op loop, Pending pending) {
    if (Jumps.areIn(loop)) {
      pending.add(BlockAccess.of(loop, definitions));
    }
    while (true) {
      Pending atEnd = pending.copy();
      Op placed = Ops.mapBodies(loop, body -> body(body, atEnd));
      if (!pending.join(atEnd)) {
        return placed;
      }
    }
  }
}
