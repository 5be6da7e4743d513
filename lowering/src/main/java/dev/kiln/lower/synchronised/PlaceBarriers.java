package dev.kiln.lower.synchronised;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Ops;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import java.util.List;

/**
 * Puts barriers between phases that touch the same memory.
 *
 * <pre>
 * phase { store %tile[%i] }             store %tile[%i]
 * phase { load %tile[%j] }       =&gt;     barrier
 *                                       load %tile[%j]
 * </pre>
 *
 * What stands in no phase is one by itself. Barriers stand only where all threads of the block come
 * by, which is not inside of phases; around loops it is asked what the iteration before has left
 * open.
 */
public final class PlaceBarriers {
  public static final Pass PASS =
      Pass.of(
              PlaceBarriers.class,
              Stage.SYNCHRONISED,
              "Puts barriers between phases that touch the same memory.",
              PlaceBarriers::place)
          .needs(Fact.LOW_OPS, Fact.PLACED)
          .gives(Fact.SYNCHRONISED);

  private PlaceBarriers() {}

  private static Kernel place(Kernel kernel, Context context) {
    var places = new BarrierPlaces(kernel);
    return kernel.withBody(
        Ops.flatMap(
            kernel.body(),
            op ->
                List.of(
                    op instanceof LowOp.Grid grid
                        ? Ops.mapBodies(grid, body -> places.body(body, new Pending()))
                        : op)));
  }
}
