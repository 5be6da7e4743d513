package dev.kiln.lower.check;

import dev.kiln.analysis.Definitions;
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
 * while a write further down in the same loop runs.
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
    new Search(Definitions.of(kernel), context).visit(kernel.body());
    return kernel;
  }

  /** The walk through one kernel, from top to bottom. */
  private static final class Search {
    private final Definitions definitions;
    private final Context context;
    private final Set<Value> written = new HashSet<>();

    /** The operations around the current one, the outermost first. */
    private final List<Op> around = new ArrayList<>();

    private Search(Definitions definitions, Context context) {
      this.definitions = definitions;
      this.context = context;
    }

    private void visit(Body body) {
      for (Op op : body.ops()) {
        for (Value tile : reads(op)) {
          if (!written.contains(tile) && !mayComeLate(op, tile)) {
            report(op, tile);
            written.add(tile); // one report is enough
          }
        }
        written.addAll(writes(op));
        around.add(op);
        Ops.bodies(op).forEach(this::visit);
        around.removeLast();
      }
    }

    private void report(Op op, Value tile) {
      var problem =
          new Problem(READ_BEFORE_WRITE, op.loc(), List.of(tile.called(), cure(op, tile)));
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

    /** Whether a loop around {@code read} may write the tile in a turn that skips the read. */
    private boolean mayComeLate(Op read, Value tile) {
      boolean maySkip = false;
      for (Op outer : around.reversed()) {
        if (maySkip && isLoop(outer) && writesFromOutside(outer, tile, read)) {
          return true;
        }
        maySkip |= maySkip(outer);
      }
      return false;
    }

    private static boolean isLoop(Op op) {
      return op instanceof LowOp.For || op instanceof LowOp.While || op instanceof TileOp.Pipelined;
    }

    /** Whether a loop writes a tile that it has not made, by another operation than {@code but}. */
    private boolean writesFromOutside(Op loop, Value tile, Op but) {
      boolean[] found = {false, false};
      for (Body body : Ops.bodies(loop)) {
        Ops.walk(
            body,
            op -> {
              found[0] |= !Ops.same(op, but) && writes(op).contains(tile);
              found[1] |= op instanceof TileOp.AllocTile alloc && alloc.tile().equals(tile);
            });
      }
      return found[0] && !found[1];
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

    private List<Value> reads(Op op) {
      return switch (op) {
        case TileOp.LoadElement load -> tiles(load.buffer());
        case TileOp.AtomicAdd add -> tiles(add.buffer());
        case TileOp.Copy copy -> tiles(copy.source());
        case TileOp.Gemm gemm -> tiles(gemm.left(), gemm.right(), gemm.accumulator());
        case TileOp.Reduce reduce ->
            reduce.clear() ? tiles(reduce.source()) : tiles(reduce.source(), reduce.target());
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
      return Arrays.stream(buffers)
          .map(buffer -> View.of(buffer, definitions).base())
          .filter(base -> base.type() instanceof Type.TileType)
          .toList();
    }
  }
}
