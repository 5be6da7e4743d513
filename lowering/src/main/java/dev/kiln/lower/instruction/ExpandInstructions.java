package dev.kiln.lower.instruction;

import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Values;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Replaces matrix and copy instructions by what they do, in plain operations of one thread. Of no
 * backend's pipeline: it says what instructions mean, and tests hold them to it.
 *
 * <pre>
 * start-copy %1[%2] = %3[%4] elements 8 valid %5  =&gt;  %6 = cast %5 : i64
 *                                                      for %7: i64 = 0 to 8 {
 *                                                        %8 = lt %7, %6 : bool
 *                                                        %9 = load %3[%4 + %7] mask %8 : f16
 *                                                        store %1[%2 + %7] = %9
 *                                                      }
 * </pre>
 *
 * What runs beside the threads is done at once by them. So nothing is left of what waits for it,
 * but that the threads of a warpgroup still wait for each other's products.
 */
public final class ExpandInstructions {
  public static final Pass PASS =
      Pass.of(
              ExpandInstructions.class,
              Stage.EMITTABLE,
              "Replaces matrix and copy instructions by what they do.",
              ExpandInstructions::run)
          .needs(Fact.LOW_OPS, Fact.PLACED, Fact.SYNCHRONISED);

  private ExpandInstructions() {}

  private static Kernel run(Kernel kernel, Context context) {
    var values = Values.after(kernel);
    Addresses addresses = Addresses.of(kernel);
    return kernel.withBody(
        Ops.flatMap(
            kernel.body(),
            op ->
                List.of(
                    op instanceof LowOp.Grid grid && grid.threads() > 1
                        ? expand(grid, addresses, values)
                        : op)));
  }

  private static Op expand(LowOp.Grid grid, Addresses addresses, Values values) {
    var begin = new OpBuilder(values, grid.loc());
    boolean isMeeting = Ops.any(grid.body(), LowOp.AwaitProducts.class::isInstance);
    var expansion = new Expansion(addresses, isMeeting ? Meeting.begin(grid, begin) : null, values);
    Body expanded = expansion.expand(grid.body());
    if (begin.ops().isEmpty()) {
      return Ops.mapBodies(grid, _ -> expanded);
    }
    var ops = new ArrayList<>(begin.ops());
    ops.addAll(expanded.ops());
    return Ops.mapBodies(grid, _ -> new Body(ops));
  }

  /**
   * Of one grid.
   *
   * @param meeting of its warpgroups; null where there are none that wait for products
   */
  private record Expansion(Addresses addresses, @Nullable Meeting meeting, Values values) {
    Body expand(Body body) {
      return Ops.flatMap(body, this::expand);
    }

    private List<Op> expand(Op op) {
      var out = new OpBuilder(values, op.loc());
      switch (op) {
        case LowOp.MultiplyMatrices multiply -> WarpProduct.write(multiply, out);
        case LowOp.LoadMatrices load -> MatrixLoad.write(load, out);
        case LowOp.StartCopy copy -> ChunkCopy.write(copy, out);
        case LowOp.CopyBox copy -> BoxCopy.write(copy, addresses, out);
        case LowOp.MultiplyWarpgroup multiply -> WarpgroupProduct.write(multiply, addresses, out);
        case LowOp.AwaitProducts _ -> {
          if (meeting != null) {
            meeting.write(out);
          }
        }
        // Nothing is under way.
        case LowOp.CommitCopies _,
            LowOp.AwaitCopies _,
            LowOp.BeginProducts _,
            LowOp.CommitProducts _ -> {}
        case LowOp _, TileOp _ -> out.add(Ops.mapBodies(op, this::expand));
      }
      return out.ops();
    }
  }
}
