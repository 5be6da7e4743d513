package dev.kiln.lower.check;

import dev.kiln.analysis.Definitions;
import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The branches in which operations stand, of each If whose condition is the same whenever it is
 * asked.
 *
 * <pre>
 * if %p { store-element %x[%b] = %1 } else { load-element %x[%c] }   only one of them runs
 * if %q { load-element %x[%d] }                                      it may run with either, or not
 * </pre>
 *
 * <p>Meant for operations that all iterations or blocks run alike, as {@link CommonOps} gives them.
 */
final class Branches {
  /** From the outermost to the innermost. */
  private final Map<Op, List<Body>> around = new IdentityHashMap<>();

  private final Definitions definitions;

  private Branches(Definitions definitions) {
    this.definitions = definitions;
  }

  static Branches of(Body body, Definitions definitions) {
    var branches = new Branches(definitions);
    branches.visit(body, List.of(), false);
    return branches;
  }

  /** Whether one of the two runs only where the other does. */
  boolean together(Op one, Op other) {
    return implies(one, other) || implies(other, one);
  }

  /** Whether each of the two runs only where the other does. */
  boolean alike(Op one, Op other) {
    return implies(one, other) && implies(other, one);
  }

  private boolean implies(Op one, Op other) {
    List<Body> inner = around.getOrDefault(one, List.of());
    List<Body> outer = around.getOrDefault(other, List.of());
    return outer.size() <= inner.size()
        && (outer.isEmpty() || Ops.same(outer.getLast(), inner.get(outer.size() - 1)));
  }

  private void visit(Body body, List<Body> outer, boolean isRepeated) {
    for (Op op : body.ops()) {
      around.put(op, outer);
      for (Body inner : Ops.bodies(op)) {
        visit(
            inner,
            isDecided(op, isRepeated) ? with(outer, inner) : outer,
            isRepeated || repeats(op));
      }
    }
  }

  private boolean isDecided(Op op, boolean isRepeated) {
    return op instanceof LowOp.If choice
        && (!isRepeated || definitions.isFixed(choice.condition()));
  }

  private static List<Body> with(List<Body> outer, Body inner) {
    var all = new ArrayList<>(outer);
    all.add(inner);
    return List.copyOf(all);
  }

  /** Whether a condition in the bodies may change from one iteration to the next. */
  private static boolean repeats(Op op) {
    return op instanceof LowOp.For || op instanceof LowOp.While || op instanceof TileOp.Pipelined;
  }
}
