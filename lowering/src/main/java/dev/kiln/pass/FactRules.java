package dev.kiln.pass;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.MathFunction;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.check.Finding;
import dev.kiln.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What facts say about the operations of a kernel, checked. The table of what a stage allows: an
 * operation stands wherever no fact that holds there forbids it.
 */
public final class FactRules {
  private FactRules() {}

  /**
   * Where {@code kernel} breaks one of {@code facts}; empty when all hold, as far as can be seen.
   */
  public static List<Finding> check(Kernel kernel, Set<Fact> facts) {
    var findings = new ArrayList<Finding>();
    Ops.walk(
        kernel.body(),
        op -> {
          for (Fact fact : facts) {
            if (isBroken(fact, op)) {
              findings.add(
                  new Finding(
                      op.loc(), op, "This breaks %s: %s.".formatted(fact, fact.sentence())));
            }
          }
        });
    return findings;
  }

  private static boolean isBroken(Fact fact, Op op) {
    return switch (fact) {
      // Not to be seen in an operation: what has been proved, and what only makes code better.
      case TILE_OPS, CHECKED, CANONICAL, SYNCHRONISED, LEGAL -> false;
      case SCHEDULED -> op instanceof TileOp.Pipelined loop && !loop.isOverlapped();
      case LAYOUTS -> values(op).stream().anyMatch(FactRules::isUnplaced);
      case LOW_OPS -> op instanceof TileOp;
      case PLACED -> op instanceof LowOp.AllocMemory;
      // Every target has a copysign, and some have powers of two, or scale by them.
      case MATHS_EXPANDED ->
          op instanceof LowOp.Math math
              && math.function() != MathFunction.COPYSIGN
              && math.function() != MathFunction.EXP2
              && math.function() != MathFunction.LDEXP;
    };
  }

  private static List<Value> values(Op op) {
    var values = new ArrayList<>(Ops.results(op));
    values.addAll(Ops.operands(op));
    return values;
  }

  private static boolean isUnplaced(Value value) {
    return value.type() instanceof Type.TileType tile && tile.layout().equals(Layout.unplaced());
  }
}
