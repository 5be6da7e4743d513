package dev.kiln.ir.check;

import dev.kiln.ir.Body;
import dev.kiln.ir.Effect;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Param;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.text.Printer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Checks one kernel against the contract of its package. */
public final class Verifier {
  private final Findings findings = new Findings();
  private final TileTypes tileTypes = new TileTypes(findings);
  private final LowTypes lowTypes = new LowTypes(findings);
  private final Placement placement = new Placement(findings);

  /** What the operations from here on may use, by id. */
  private final Map<Integer, Value> visible = new HashMap<>();

  /** The ids in {@link #visible} in the order in which they became so. */
  private final List<Integer> trail = new ArrayList<>();

  /** All ids defined so far, visible or not. */
  private final Set<Integer> defined = new HashSet<>();

  private Verifier() {}

  /** Everything that is wrong with {@code kernel}; empty when nothing is. */
  public static List<Finding> verify(Kernel kernel) {
    var verifier = new Verifier();
    verifier.kernel(kernel);
    return verifier.findings.all();
  }

  private void kernel(Kernel kernel) {
    for (Param param : kernel.params()) {
      Value value = param.value();
      boolean isParameter =
          value.type() instanceof Type.TensorType || value.type() instanceof Type.ScalarType;
      if (!isParameter) {
        findings.add(
            new Finding(param.loc(), null, value + " is a parameter and no tensor and no scalar."));
      }
      if (!defined.add(value.id())) {
        findings.add(new Finding(param.loc(), null, value + " is defined twice."));
      }
      visible.put(value.id(), value);
    }
    List<Op> ops = kernel.body().ops();
    if (ops.isEmpty() || !(ops.getLast() instanceof LowOp.Grid)) {
      findings.add(new Finding(kernel.loc(), null, "A kernel ends with a grid."));
    }
    for (Op op : ops) {
      boolean isPrologue = op instanceof Effect.Pure || op instanceof Effect.Traps;
      findings.require(
          isPrologue || (op instanceof LowOp.Grid && Ops.same(op, ops.getLast())),
          op,
          "Before the grid stand pure operations only.");
    }
    body(kernel.body(), Placement.Where.TOP);
  }

  private void body(Body body, Placement.Where where) {
    for (int i = 0; i < body.ops().size(); i++) {
      Op op = body.ops().get(i);
      if (findings.require(
          Objects.nonNull(op.loc()), op, "The operation has no place in the source.")) {
        placement.check(op, where, /* isLast= */ i + 1 == body.ops().size());
      }
      op(op, where);
    }
  }

  private void op(Op op, Placement.Where where) {
    int mark = trail.size();
    if (op instanceof LowOp.While loop) {
      body(loop.condition(), where.condition());
      use(loop, loop.test());
      leave(mark);
      body(loop.body(), where.inside(op));
      leave(mark);
      body(loop.update(), where.condition());
    } else {
      Ops.operands(op).forEach(value -> use(op, value));
      Ops.arguments(op).forEach(value -> define(op, value));
      int inside = trail.size();
      for (Body inner : Ops.bodies(op)) {
        body(inner, where.inside(op));
        leave(inside);
      }
    }
    leave(mark);
    switch (op) {
      case TileOp tile -> tileTypes.check(tile);
      case LowOp low -> lowTypes.check(low);
    }
    Ops.results(op).forEach(value -> define(op, value));
  }

  /** Forgets what has become visible since the trail was as long as {@code mark}. */
  private void leave(int mark) {
    List<Integer> left = trail.subList(mark, trail.size());
    left.forEach(visible::remove);
    left.clear();
  }

  private void define(Op op, Value value) {
    findings.require(defined.add(value.id()), op, "%s is defined twice.", value);
    visible.put(value.id(), value);
    trail.add(value.id());
  }

  private void use(Op op, Value value) {
    Value definition = visible.get(value.id());
    if (findings.require(
        definition != null, op, "%s is used where its definition is not visible.", value)) {
      findings.require(
          value.equals(definition),
          op,
          "%s is used with type %s but was defined as %s.",
          value,
          Printer.print(value.type()),
          definition == null ? "" : Printer.print(definition.type()));
    }
  }
}
