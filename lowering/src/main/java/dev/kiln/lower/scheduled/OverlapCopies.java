package dev.kiln.lower.scheduled;

import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Scope;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Feature;
import dev.kiln.pass.Machine;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import java.util.List;

/**
 * Decides which pipelined loops have their copies run beside the threads, with as many stages as
 * the user asked for, or as many as there is memory for.
 *
 * <pre>
 * pipelined %k in %n stages 4 { ... }  =&gt;  pipelined %k in %n stages 3 overlapped true { ... }
 * </pre>
 */
public final class OverlapCopies {
  public static final Pass PASS =
      Pass.of(
              OverlapCopies.class,
              Stage.SCHEDULED,
              "Decides which loops have their copies run beside the threads.",
              OverlapCopies::overlap)
          .needs(Fact.TILE_OPS);

  /** Left for what the lowering needs for itself. */
  private static final long RESERVED_BYTES = 4096;

  private OverlapCopies() {}

  private static Kernel overlap(Kernel kernel, Context context) {
    if (!context.machine().has(Feature.BOX_COPIES)
        && !context.machine().has(Feature.CHUNK_COPIES)) {
      return kernel;
    }
    var copies = BoxCopies.of(kernel, context.machine());
    long shared = sharedBytes(kernel);
    return kernel.withBody(overlap(kernel.body(), copies, shared, context.machine()));
  }

  private static Body overlap(Body body, BoxCopies copies, long shared, Machine machine) {
    return Ops.flatMap(
        body,
        op ->
            List.of(
                op instanceof TileOp.Pipelined loop
                    ? overlap(loop, copies.of(loop), shared, machine)
                    : Ops.mapBodies(op, inner -> overlap(inner, copies, shared, machine))));
  }

  private static Op overlap(
      TileOp.Pipelined loop, List<TileOp.Copy> copies, long shared, Machine machine) {
    long each = copies.stream().mapToLong(copy -> bytes(copy.target())).sum();
    if (each == 0) {
      return loop;
    }
    long free = machine.scratchBytes() - RESERVED_BYTES - (shared - each);
    int stages = (int) Math.min(loop.stages(), free / each);
    return stages < 2
        ? loop
        : new TileOp.Pipelined(
            loop.index(), loop.extent(), stages, /* isOverlapped= */ true, loop.body(), loop.loc());
  }

  private static long sharedBytes(Kernel kernel) {
    long[] sum = {0};
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof TileOp.AllocTile alloc
              && alloc.tile().buffer().scope() == Scope.SHARED) {
            sum[0] += bytes(alloc.tile());
          }
        });
    return sum[0];
  }

  private static long bytes(Value tile) {
    var type = (Type.TileType) tile.type();
    return type.shape().elements() * type.element().bytes();
  }
}
