package dev.kiln.lower.check;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Jumps;
import dev.kiln.analysis.View;
import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Literal;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Problem;
import dev.kiln.pass.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds tiles that are read before anything is written to them.
 *
 * <pre>
 * %c = alloc-tile; gemm %a, %b into %c    %c is read before anything is written to it
 * </pre>
 *
 * What runs before the first run of an operation stands further up in the text, so a read with no
 * write above it reads nothing. The exception is a read that an earlier turn of a loop may skip
 * while a write further down in the same loop runs: one that is not skipped together with it.
 */
public final class FindUnwritten {
  public static final Pass PASS =
      Pass.of(
              FindUnwritten.class,
              Stage.CHECKED,
              "Finds tiles that are read before anything is written to them.",
              FindUnwritten::find)
          .needs(Fact.TILE_OPS)
          .gives(Fact.CHECKED);

  /** The code of the problem. */
  public static final String READ_BEFORE_WRITE = "KILN1404";

  private FindUnwritten() {}

  private static Kernel find(Kernel kernel, Context context) {
    new Search(Definitions.throughCells(kernel), context).visit(kernel.body());
    return kernel;
  }

  /** The walk through one kernel, from top to bottom. */
  private static final class Search {
    private final Definitions definitions;
    private final Context context;
    private final Set<Value> written = new HashSet<>();

    /** An operation around the current one, and which of its bodies. */
    private record Place(Op op, Body body) {}

    /** From the outermost to the innermost. */
    private final List<Place> around = new ArrayList<>();

    private Search(Definitions definitions, Context context) {
      this.definitions = definitions;
      this.context = context;
    }

    private void visit(Body body) {
      for (Op op : body.ops()) {
        List<Value> read = reads(op);
        for (int operand = 0; operand < read.size(); operand++) {
          Value tile = base(read.get(operand));
          if (isTile(tile) && !written.contains(tile) && !mayComeLate(tile)) {
            report(op, operand, tile);
            written.add(tile); // one report is enough
          }
        }
        written.addAll(writes(op));
        for (Body inner : Ops.bodies(op)) {
          around.add(new Place(op, inner));
          visit(inner);
          around.removeLast();
        }
      }
    }

    private void report(Op op, int operand, Value tile) {
      var problem =
          new Problem(READ_BEFORE_WRITE, op.loc(), List.of(tile.called(), cure(op, tile)))
              .of(operand);
      context
          .problems()
          .accept(
              definitions.of(tile) instanceof TileOp.AllocTile alloc
                  ? problem.with("'%s' is made here.".formatted(tile.called()), alloc.loc())
                  : problem);
    }

    private String cure(Op op, Value tile) {
      String clear = "Write clear(%s) first".formatted(tile.called());
      return switch (op) {
        case TileOp.Gemm gemm when tiles(gemm.accumulator()).contains(tile) ->
            clear + ", before the loop: gemm adds to what its accumulator holds.";
        case TileOp.Reduce reduce when tiles(reduce.target()).contains(tile) ->
            clear + ", or leave the last argument out: with false, it is added to what is there.";
        default -> "Write it first with copy, fill or clear.";
      };
    }

    /**
     * Whether a loop around a read may write the tile in a turn that skips the read. What stands
     * behind it in the body that is skipped is skipped with it.
     */
    private boolean mayComeLate(Value tile) {
      Body skipped = null;
      for (int i = around.size() - 1; i >= 0; i--) {
        Op outer = around.get(i).op();
        if (skipped != null && isLoop(outer) && writesFromOutside(outer, tile, skipped)) {
          return true;
        }
        if (skipped == null && (maySkip(outer) || Jumps.areIn(outer))) {
          skipped = around.get(i).body();
        }
      }
      return false;
    }

    private static boolean isLoop(Op op) {
      return op instanceof LowOp.For || op instanceof LowOp.While || op instanceof TileOp.Pipelined;
    }

    /** Whether a loop writes a tile that it has not made, elsewhere than in {@code skipped}. */
    private boolean writesFromOutside(Op loop, Value tile, Body skipped) {
      return Ops.bodies(loop).stream().anyMatch(body -> writesOutside(body, tile, skipped))
          && Ops.bodies(loop).stream().noneMatch(body -> Ops.any(body, op -> makes(op, tile)));
    }

    private static boolean makes(Op op, Value tile) {
      return op instanceof TileOp.AllocTile alloc && alloc.tile().equals(tile);
    }

    private boolean writesOutside(Body body, Value tile, Body skipped) {
      return !Ops.same(body, skipped)
          && body.ops().stream()
              .anyMatch(
                  op ->
                      writes(op).contains(tile)
                          || Ops.bodies(op).stream()
                              .anyMatch(inner -> writesOutside(inner, tile, skipped)));
    }

    /** Whether an operation may run without running its body. */
    private boolean maySkip(Op op) {
      return switch (op) {
        case LowOp.For loop -> !isBelow(loop.lower(), loop.upper());
        case TileOp.Pipelined loop -> !isPositive(loop.extent());
        case TileOp.Parallel loop -> !loop.extents().stream().allMatch(this::isPositive);
        case LowOp.Grid grid -> false;
        default -> true;
      };
    }

    private boolean isBelow(Value lower, Value upper) {
      Literal from = definitions.constant(lower);
      Literal to = definitions.constant(upper);
      return from != null && to != null && from.asLong() < to.asLong();
    }

    private boolean isPositive(Value extent) {
      Literal constant = definitions.constant(extent);
      return constant != null && constant.asLong() > 0;
    }

    /** The buffers that an operation reads, which are its first operands. */
    private static List<Value> reads(Op op) {
      return switch (op) {
        case TileOp.LoadElement load -> List.of(load.buffer());
        case TileOp.AtomicAdd add -> List.of(add.buffer());
        case TileOp.Copy copy -> List.of(copy.source());
        case TileOp.Gemm gemm -> List.of(gemm.left(), gemm.right(), gemm.accumulator());
        case TileOp.Reduce reduce ->
            reduce.clear() ? List.of(reduce.source()) : List.of(reduce.source(), reduce.target());
        case TileOp.AllocTile alloc -> List.of();
        case TileOp.Anchor anchor -> List.of();
        case TileOp.Transpose transpose -> List.of();
        case TileOp.StoreElement store -> List.of();
        case TileOp.Fill fill -> List.of();
        case TileOp.Parallel parallel -> List.of();
        case TileOp.Pipelined pipelined -> List.of();
        case LowOp low -> List.of();
      };
    }

    private List<Value> writes(Op op) {
      return switch (op) {
        case TileOp.StoreElement store -> tiles(store.buffer());
        case TileOp.AtomicAdd add -> tiles(add.buffer());
        case TileOp.Copy copy -> tiles(copy.target());
        case TileOp.Fill fill -> tiles(fill.target());
        case TileOp.Gemm gemm -> tiles(gemm.accumulator());
        case TileOp.Reduce reduce -> tiles(reduce.target());
        case TileOp.AllocTile alloc -> List.of();
        case TileOp.Anchor anchor -> List.of();
        case TileOp.Transpose transpose -> List.of();
        case TileOp.LoadElement load -> List.of();
        case TileOp.Parallel parallel -> List.of();
        case TileOp.Pipelined pipelined -> List.of();
        case LowOp low -> List.of();
      };
    }

    /** The tiles behind buffers; tensors are written by whoever launches. */
    private List<Value> tiles(Value... buffers) {
      return Arrays.stream(buffers).map(this::base).filter(Search::isTile).toList();
    }

    private Value base(Value buffer) {
      return View.of(buffer, definitions).base();
    }

    private static boolean isTile(Value base) {
      return base.type() instanceof Type.TileType;
    }
  }
}
