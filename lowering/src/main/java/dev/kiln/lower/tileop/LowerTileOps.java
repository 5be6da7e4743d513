package dev.kiln.lower.tileop;

import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import java.util.ArrayList;

/**
 * Replaces every tile operation by what one thread with vector registers does for it.
 *
 * <pre>
 * %t = alloc-tile : tile&lt;f32, 8x8, shared&gt;      %m = alloc-memory 64
 * fill %t, %zero                            =&gt;  for %i = 0 to 64 step 8 { store %m[%i], %zeros }
 * </pre>
 *
 * Tensors become their memory, tiles become on-chip memory, views vanish into index arithmetic.
 */
public final class LowerTileOps {
  public static final Pass PASS =
      Pass.of(
              LowerTileOps.class,
              Stage.LOWERED,
              "Replaces tile operations by loads, stores, vector arithmetic and loops.",
              LowerTileOps::lower)
          .needs(Fact.TILE_OPS, Fact.SCHEDULED, Fact.LAYOUTS)
          .gives(Fact.LOW_OPS)
          .ends(Fact.TILE_OPS, Fact.LAYOUTS);

  private LowerTileOps() {}

  private static Kernel lower(Kernel kernel, Context context) {
    var lowering = new LoweringContext(kernel, context.machine());
    Body body = body(kernel.body(), lowering);
    var ops = new ArrayList<>(lowering.prologue());
    ops.addAll(body.ops());
    return kernel.withBody(Ops.mapAllOperands(new Body(ops), lowering::replacement));
  }

  private static Body body(Body body, LoweringContext context) {
    return Ops.flatMap(
        body,
        op -> {
          var out = new OpBuilder(context.values(), op.loc());
          switch (op) {
            case TileOp tile -> lower(tile, out, context);
            case LowOp low -> out.add(Ops.mapBodies(low, inner -> body(inner, context)));
          }
          return out.ops();
        });
  }

  private static void lower(TileOp op, OpBuilder out, LoweringContext context) {
    switch (op) {
      case TileOp.AllocTile alloc -> context.allocate(alloc.tile(), out);
      case TileOp.Anchor anchor -> {}
      case TileOp.Transpose transpose -> {}
      case TileOp.LoadElement load -> ElementAccess.load(load, Lanes.one(context), out);
      case TileOp.StoreElement store -> ElementAccess.store(store, Lanes.one(context), out);
      case TileOp.AtomicAdd add -> ElementAccess.atomicAdd(add, Lanes.one(context), out);
      case TileOp.Copy copy -> LowerCopy.lower(copy, out, context);
      case TileOp.Fill fill -> LowerFill.lower(fill, out, context);
      case TileOp.Gemm gemm -> LowerGemm.lower(gemm, out, context);
      case TileOp.Reduce reduce -> LowerReduce.lower(reduce, out, context);
      case TileOp.Parallel parallel -> LowerParallel.lower(parallel, out, context);
      case TileOp.Pipelined pipelined ->
          throw new IllegalStateException("a pipeline at " + pipelined.loc() + " is unresolved");
    }
  }
}
