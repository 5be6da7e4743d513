package dev.kiln.lower.loops;

import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Scope;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Keeps those stores to memory on the chip that something may read. */
final class ReadStores {
  private ReadStores() {}

  /**
   * {@code body} without the stores that nothing reads.
   *
   * @param read the memories that are read behind it; those that are read from its beginning on
   *     when it returns
   */
  static Body only(Body body, Set<Value> read) {
    var kept = new ArrayDeque<Op>();
    boolean isChanged = false;
    for (Op op : body.ops().reversed()) {
      Op shorter = only(op, read);
      boolean isDropped =
          op instanceof LowOp.Store store
              && isOnChip(store.memory())
              && !read.contains(store.memory());
      isChanged |= isDropped || !Ops.same(shorter, op);
      if (!isDropped) {
        kept.addFirst(shorter);
      }
    }
    return isChanged ? new Body(List.copyOf(kept)) : body;
  }

  private static Op only(Op op, Set<Value> read) {
    return switch (op) {
      case LowOp.Store _ -> op;
      case LowOp.If branch -> {
        var before = new HashSet<>(read);
        Op shorter =
            Ops.mapBodies(
                branch,
                body -> {
                  var own = new HashSet<>(before);
                  Body shortened = only(body, own);
                  read.addAll(own);
                  return shortened;
                });
        yield shorter;
      }
      case LowOp _, TileOp _ -> {
        // An iteration may read what the one before has written.
        Ops.bodies(op).forEach(body -> Ops.walk(body, inner -> note(inner, read)));
        note(op, read);
        yield Ops.mapBodies(op, body -> only(body, new HashSet<>(read)));
      }
    };
  }

  private static void note(Op op, Set<Value> read) {
    if (!(op instanceof LowOp.Store)) {
      for (Value operand : Ops.operands(op)) {
        if (isOnChip(operand)) {
          read.add(operand);
        }
      }
    }
  }

  static boolean isOnChip(Value value) {
    return value.type() instanceof Type.MemoryType memory && memory.scope() != Scope.GLOBAL;
  }
}
