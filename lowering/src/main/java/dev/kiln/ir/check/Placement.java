package dev.kiln.ir.check;

import dev.kiln.ir.Effect;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Scope;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;

/** Which operations may stand where in the nest of bodies. */
final class Placement {
  private final Findings findings;

  Placement(Findings findings) {
    this.findings = findings;
  }

  /**
   * Where a body stands.
   *
   * @param isGrid inside of a grid
   * @param isParallel inside of a parallel
   * @param canLeave inside of a loop that {@code Break} and {@code Continue} may leave from here
   * @param threads how many a block has, directly in the body of a grid; 0 elsewhere
   */
  record Where(boolean isGrid, boolean isParallel, boolean canLeave, int threads) {
    /** The kernel's own body. */
    static final Where TOP = new Where(false, false, false, 0);

    /** A body of {@code op}, which stands here. */
    Where inside(Op op) {
      return switch (op) {
        case LowOp.Grid grid -> new Where(true, false, false, grid.threads());
        case TileOp.Parallel _ -> new Where(isGrid, true, false, 0);
        case LowOp.For _, LowOp.While _, TileOp.Pipelined _ ->
            new Where(isGrid, isParallel, true, 0);
        case LowOp _, TileOp _ -> new Where(isGrid, isParallel, canLeave, 0);
      };
    }

    /** The condition or the update of a {@code While}. */
    Where condition() {
      return new Where(isGrid, isParallel, false, 0);
    }
  }

  void check(Op op, Where where, boolean isLast) {
    switch (op) {
      case LowOp.Grid _ -> findings.require(!where.isGrid(), op, "A grid stands in no other grid.");
      case LowOp.ResidentBlocks _ ->
          findings.require(!where.isGrid(), op, "Blocks are counted before the grid.");
      case LowOp.Part part ->
          findings.require(
              isLast && part.threads() < where.threads(),
              op,
              "A block is parted at the end of its grid's body, with threads left for the rest.");
      case LowOp.Break _, LowOp.Continue _ -> {
        findings.require(isLast, op, "Nothing may follow this in its body.");
        findings.require(where.canLeave(), op, "There is no loop here that this could leave.");
      }
      case TileOp tile ->
          findings.require(
              !where.isParallel() || isAllowedInParallel(tile),
              op,
              "This tile operation cannot stand in a parallel.");
      case LowOp _ -> {}
    }
  }

  /** Element accesses, views, and tiles that are private to an iteration. */
  private static boolean isAllowedInParallel(TileOp op) {
    return switch (op) {
      case TileOp.LoadElement _, TileOp.StoreElement _, TileOp.AtomicAdd _ -> true;
      case TileOp.AllocTile alloc ->
          alloc.tile().type() instanceof Type.TileType tile && tile.scope() == Scope.LOCAL;
      case TileOp other -> other instanceof Effect.Pure;
    };
  }
}
