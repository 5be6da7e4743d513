package dev.kiln.lower.laidout;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import java.util.HashMap;

/**
 * Gives every tile a layout, for machines whose blocks are run by many threads.
 *
 * <pre>
 * %acc = alloc-tile : fragment&lt;64x64xf32&gt;
 * gemm %a, %b into %acc     =&gt;  %acc : fragment&lt;64x64xf32, spread r2:1 t4:1 ... / ...&gt;
 * </pre>
 *
 * Fragments lie in registers where all that is done with them can be done there: what a matrix
 * instruction asks for decides (strict), what is used together lies alike (common), the rest is
 * spread so that memory is moved in whole vectors (free). A fragment that must lie in two ways, or
 * is read at places that are not the thread's own, becomes a shared tile. Operands of matrix
 * instructions lie swizzled, so that reading them meets no bank conflicts.
 */
public final class InferFragments {
  public static final Pass PASS =
      Pass.of(
              InferFragments.class,
              Stage.LAID_OUT,
              "Spreads fragments over the registers of threads, and places shared tiles.",
              InferFragments::infer)
          .needs(Fact.TILE_OPS, Fact.SCHEDULED)
          .gives(Fact.LAYOUTS);

  private InferFragments() {}

  private static Kernel infer(Kernel kernel, Context context) {
    var inference = FragmentInference.of(kernel, context.machine());
    var types = new HashMap<Integer, Type>();
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof TileOp.AllocTile alloc) {
            types.put(alloc.tile().id(), inference.type(alloc.tile()));
          }
        });
    return kernel.withBody(TileTypes.with(kernel.body(), types));
  }
}
