package dev.kiln.lower.thread;

import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Scope;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.lower.flat.Arena;
import dev.kiln.lower.tileop.ElementAccess;
import dev.kiln.lower.tileop.Lanes;
import dev.kiln.lower.tileop.LoweringContext;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Machine;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * Replaces every tile operation by what one of many threads does for it.
 *
 * <pre>
 * grid (%b) in (%n) {                     grid (%b) in (%n) threads 256 {
 *   fill %t with %zero            =&gt;        %i = thread-index
 *                                           phase { for %k = %i to 4096 step 256 { store %t[%k] = %zero } }
 * </pre>
 *
 * Scalars and control of the block are computed by every thread for itself.
 */
public final class LowerToThreads {
  public static final Pass PASS =
      Pass.of(
              LowerToThreads.class,
              Stage.LOWERED,
              "Shares tile operations out among the threads of a block.",
              LowerToThreads::lower)
          .needs(Fact.TILE_OPS, Fact.SCHEDULED, Fact.LAYOUTS)
          .gives(Fact.LOW_OPS)
          .ends(Fact.TILE_OPS, Fact.LAYOUTS);

  /** The most threads of a block. */
  private static final int MOST_THREADS = 1024;

  private LowerToThreads() {}

  /** What both parts of a block use lives to its end, so that it has to fit side by side. */
  private static Kernel lower(Kernel kernel, Context context) {
    Kernel parted = lower(kernel, context.machine(), /* mayPart= */ true);
    return sharedBytes(parted) <= context.machine().scratchBytes()
        ? parted
        : lower(kernel, context.machine(), /* mayPart= */ false);
  }

  /** Of all memory of the block, as if none of it were reused. */
  private static long sharedBytes(Kernel kernel) {
    long[] sum = {0};
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof LowOp.AllocMemory alloc
              && alloc.memory().type() instanceof Type.MemoryType memory
              && memory.scope() == Scope.SHARED) {
            sum[0] += Arena.align(alloc.elements() * memory.element().bytes());
          }
        });
    return sum[0];
  }

  private static Kernel lower(Kernel kernel, Machine machine, boolean mayPart) {
    var lowering = new LoweringContext(kernel, machine);
    Body body =
        Ops.flatMap(
            kernel.body(),
            op ->
                List.of(
                    op instanceof LowOp.Grid grid && grid.threads() == 1
                        ? grid(kernel, grid, lowering, mayPart)
                        : op));
    var ops = new ArrayList<>(lowering.prologue());
    ops.addAll(body.ops());
    return kernel.withBody(Ops.mapAllOperands(new Body(ops), lowering::replacement));
  }

  /** As many as the fragments of a product are spread over, where there is a product. */
  private static int threads(Kernel kernel, int usual) {
    int[] found = {0};
    boolean[] isProduct = {false};
    Ops.walk(
        kernel.body(),
        op -> {
          isProduct[0] |= op instanceof TileOp.Gemm;
          if (op instanceof TileOp.AllocTile alloc
              && alloc.tile().type() instanceof Type.TileType tile
              && tile.layout() instanceof Layout.Fragment fragment) {
            found[0] = Math.max(found[0], fragment.threads());
          }
        });
    return isProduct[0] ? Math.min(usual, Math.max(128, found[0])) : usual;
  }

  private static Op grid(
      Kernel kernel, LowOp.Grid grid, LoweringContext lowering, boolean mayPart) {
    int usual = lowering.machine().threads();
    int threads = grid.wanted() > 0 ? usual : threads(kernel, usual);
    var out = new OpBuilder(lowering.values(), grid.loc());
    Value number = lowering.values().value(Type.I32, "thread");
    out.add(new LowOp.ThreadIndex(number, grid.loc()));
    Value thread = out.cast(DType.I64, number);
    var pipelines = Pipelines.of(kernel, lowering.machine());
    var context = new ThreadContext(lowering, thread, threads, pipelines, /* copying= */ null);
    CopyingThreads copying = mayPart ? CopyingThreads.of(grid, context) : null;
    if (copying != null && threads + copying.count() <= MOST_THREADS) {
      ThreadContext others = context.with(copying);
      return copying.parted(out, body -> body(body, others));
    }
    body(grid.body(), context).ops().forEach(out::add);
    return grid.sharedOut(threads, out.build());
  }

  private static Body body(Body body, ThreadContext context) {
    return Ops.flatMap(
        body,
        op -> {
          var out = new OpBuilder(context.lowering().values(), op.loc());
          switch (op) {
            case TileOp tile -> lower(tile, out, context);
            case LowOp.Print print -> out.when(context.isFirst(out), inner -> inner.add(print));
            case LowOp low -> out.add(Ops.mapBodies(low, inner -> body(inner, context)));
          }
          return out.ops();
        });
  }

  private static void lower(TileOp op, OpBuilder out, ThreadContext context) {
    switch (op) {
      case TileOp.AllocTile alloc -> {
        if (context.copying() == null || !context.copying().isThere(alloc.tile())) {
          int stages = context.pipelines().stages(alloc.tile());
          context.lowering().allocate(alloc.tile(), stages, out);
        }
      }
      case TileOp.Anchor _, TileOp.Transpose _ -> {}
      case TileOp.LoadElement load -> ElementAccess.load(load, Lanes.one(context.lowering()), out);
      case TileOp.StoreElement store -> ElementAccess.store(store, first(context, out), out);
      case TileOp.AtomicAdd add -> ElementAccess.atomicAdd(add, first(context, out), out);
      case TileOp.Copy copy -> ThreadCopy.lower(copy, out, context);
      case TileOp.Fill fill -> {
        if (!context.pipelines().isNeedless(fill)) {
          ThreadFill.lower(fill, out, context);
        }
      }
      case TileOp.Gemm gemm -> ThreadGemm.lower(gemm, out, context);
      case TileOp.Reduce reduce -> ThreadReduce.lower(reduce, out, context);
      case TileOp.Parallel parallel -> ThreadParallel.lower(parallel, out, context);
      case TileOp.Pipelined loop ->
          ThreadPipeline.lower(loop, out, context, inner -> body(inner, context));
    }
  }

  /** What the block writes, its first thread writes. */
  private static Lanes first(ThreadContext context, OpBuilder out) {
    Lanes lanes = Lanes.one(context.lowering());
    lanes.putWriter(context.isFirst(out));
    return lanes;
  }
}
