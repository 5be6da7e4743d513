package dev.kiln.lower.scheduled;

import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LoopKind;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import java.util.List;

/**
 * Turns pipelined loops into loops in order, where copies do not run beside the threads: the result
 * is the same for every number of stages.
 *
 * <pre>
 * pipelined %k to %n stages 3 { ... }  =&gt;  for %k = 0 to %n step 1 { ... }
 * </pre>
 */
public final class ResolvePipelines {
  public static final Pass PASS =
      Pass.of(
              ResolvePipelines.class,
              Stage.SCHEDULED,
              "Turns pipelined loops into loops in order.",
              ResolvePipelines::resolve)
          .needs(Fact.TILE_OPS)
          .gives(Fact.SCHEDULED);

  private ResolvePipelines() {}

  private static Kernel resolve(Kernel kernel, Context context) {
    return kernel.withBody(resolve(kernel.body(), Values.after(kernel)));
  }

  private static Body resolve(Body body, Values values) {
    return Ops.flatMap(
        body,
        op -> {
          Op inner = Ops.mapBodies(op, nested -> resolve(nested, values));
          return inner instanceof TileOp.Pipelined loop && !loop.isOverlapped()
              ? serial(loop, values)
              : List.of(inner);
        });
  }

  private static List<Op> serial(TileOp.Pipelined loop, Values values) {
    var out = new OpBuilder(values, loop.loc());
    Value zero = out.constant(loop.index().arithmetic(), 0);
    out.add(
        new LowOp.For(
            loop.index(), zero, loop.extent(), 1, LoopKind.SERIAL, loop.body(), loop.loc()));
    return out.ops();
  }
}
