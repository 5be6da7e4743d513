package dev.kiln.lower.loops;

import dev.kiln.analysis.Definitions;
import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Ops;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import java.util.HashSet;
import java.util.List;

/**
 * Takes what has just been stored from its register, and drops stores to the chip that nothing
 * reads any more, where a block is run by one thread.
 *
 * <pre>
 * %b = mul %a, %s                       %b = mul %a, %s
 * store %x[%i] = %b
 * %c = load %x[%i]               =&gt;
 * store %out[%i] = %c                   store %out[%i] = %b
 * </pre>
 */
public final class ForwardStores {
  public static final Pass PASS =
      Pass.of(
              ForwardStores.class,
              Stage.LOWERED,
              "Takes what has just been stored from its register.",
              ForwardStores::forward)
          .needs(Fact.LOW_OPS);

  private ForwardStores() {}

  private static Kernel forward(Kernel kernel, Context context) {
    Definitions definitions = Definitions.of(kernel);
    return kernel.withBody(
        Ops.flatMap(
            kernel.body(),
            op ->
                op instanceof LowOp.Grid grid && grid.threads() == 1
                    ? List.of(Ops.mapBodies(op, body -> forward(body, definitions)))
                    : List.of(op)));
  }

  private static Body forward(Body block, Definitions definitions) {
    return ReadStores.only(Forwarding.of(block, definitions), new HashSet<>());
  }
}
