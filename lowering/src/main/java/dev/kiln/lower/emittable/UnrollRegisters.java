package dev.kiln.lower.emittable;

import dev.kiln.analysis.Definitions;
import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Literal;
import dev.kiln.ir.LoopKind;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Scope;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import java.util.List;

/**
 * Repeats loops over the registers of a thread, so that every register has a constant number.
 *
 * <pre>
 * for %r = 0 to 2 unrolled { store %acc[%r] = %zero }   =&gt;   store %acc[0] = %zero
 *                                                             store %acc[1] = %zero
 * </pre>
 */
public final class UnrollRegisters {
  public static final Pass PASS =
      Pass.of(
              UnrollRegisters.class,
              Stage.EMITTABLE,
              "Repeats loops over the registers of a thread.",
              UnrollRegisters::unroll)
          .needs(Fact.LOW_OPS);

  private UnrollRegisters() {}

  private static Kernel unroll(Kernel kernel, Context context) {
    return kernel.withBody(unroll(kernel.body(), Definitions.of(kernel), Values.after(kernel)));
  }

  private static Body unroll(Body body, Definitions definitions, Values values) {
    return Ops.flatMap(
        body,
        op -> {
          Op inner = Ops.mapBodies(op, nested -> unroll(nested, definitions, values));
          return inner instanceof LowOp.For loop
                  && loop.kind() == LoopKind.UNROLLED
                  && usesRegisters(loop)
                  && !leavesEarly(loop.body())
              ? repeat(loop, definitions, values)
              : List.of(inner);
        });
  }

  /** A loop that may be left or gone on with in its middle stays one. */
  private static boolean leavesEarly(Body body) {
    return body.ops().stream()
        .anyMatch(
            op ->
                switch (op) {
                  case LowOp.Break _, LowOp.Continue _ -> true;
                  case LowOp.For _, LowOp.While _ -> false;
                  case LowOp _, TileOp _ ->
                      Ops.bodies(op).stream().anyMatch(UnrollRegisters::leavesEarly);
                });
  }

  private static boolean usesRegisters(LowOp.For loop) {
    return Ops.any(
        loop.body(), op -> Ops.operands(op).stream().anyMatch(UnrollRegisters::isRegisters));
  }

  private static boolean isRegisters(Value value) {
    return value.type() instanceof Type.MemoryType memory && memory.scope() == Scope.FRAGMENT;
  }

  private static List<Op> repeat(LowOp.For loop, Definitions definitions, Values values) {
    Literal lower = definitions.constant(loop.lower());
    Literal upper = definitions.constant(loop.upper());
    if (lower == null || upper == null) {
      return List.of(loop);
    }
    var out = new OpBuilder(values, loop.loc());
    for (long i = lower.asLong(); i < upper.asLong(); i += loop.step()) {
      Value index = out.constant(loop.index().arithmetic(), i);
      Ops.copy(loop.body(), values, value -> value.equals(loop.index()) ? index : value)
          .ops()
          .forEach(out::add);
    }
    return out.ops();
  }
}
