package dev.kiln.lower.canonical;

import dev.kiln.ir.Body;
import dev.kiln.ir.Effect;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Drops what nobody can observe: unused results, variables nobody reads, empty control. */
final class DeadCode {
  private final Set<Integer> used = new HashSet<>();
  private final Set<Integer> readCells = new HashSet<>();

  private DeadCode() {}

  static Body remove(Body body) {
    var dead = new DeadCode();
    Ops.walk(
        body,
        op -> {
          if (op instanceof LowOp.ReadCell read) {
            dead.readCells.add(read.cell().id());
          }
        });
    return dead.visit(body);
  }

  /** From last to first, so that uses are known before definitions. */
  private Body visit(Body body) {
    var kept = new ArrayList<Op>();
    boolean changed = false;
    for (Op op : body.ops().reversed()) {
      Op smaller = isNeeded(op) ? inner(op) : null;
      changed |= !Ops.same(smaller, op);
      if (smaller != null) {
        kept.add(smaller);
      }
    }
    Collections.reverse(kept);
    return changed ? new Body(kept) : body;
  }

  private @org.jspecify.annotations.Nullable Op inner(Op op) {
    // A While's test is defined in its condition: it is used before the condition is visited.
    use(Ops.operands(op));
    Op smaller = Ops.mapBodies(op, this::visit);
    return isEmptyControl(smaller) ? null : smaller;
  }

  private void use(List<Value> values) {
    values.forEach(value -> used.add(value.id()));
  }

  private boolean isNeeded(Op op) {
    return switch (op) {
      case LowOp.WriteCell write -> readCells.contains(write.cell().id());
      case LowOp.DeclareCell declare ->
          readCells.contains(declare.cell().id()) || isUsed(declare.cell());
      case LowOp low when low instanceof Effect.Pure || low instanceof Effect.Reads ->
          isAnyUsed(op);
      case TileOp tile when tile instanceof Effect.Pure || tile instanceof Effect.Reads ->
          isAnyUsed(op);
      case LowOp low when low instanceof Effect.Allocates -> isAnyUsed(op);
      case TileOp tile when tile instanceof Effect.Allocates -> isAnyUsed(op);
      case LowOp _, TileOp _ -> true;
    };
  }

  private boolean isAnyUsed(Op op) {
    for (Value result : Ops.results(op)) {
      if (isUsed(result)) {
        return true;
      }
    }
    return false;
  }

  private boolean isUsed(Value value) {
    return used.contains(value.id());
  }

  private static boolean isEmptyControl(Op op) {
    return switch (op) {
      case LowOp.If branch -> branch.then().isEmpty() && branch.otherwise().isEmpty();
      case LowOp.For loop -> loop.body().isEmpty();
      case TileOp.Parallel loop -> loop.body().isEmpty();
      case LowOp _, TileOp _ -> false;
    };
  }
}
