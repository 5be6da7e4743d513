package dev.kiln.lower.thread;

import dev.kiln.analysis.Definitions;
import dev.kiln.ir.Body;
import dev.kiln.ir.Effect;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Literal;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.lower.laidout.MatrixInstructions;
import dev.kiln.lower.laidout.WarpTiling;
import dev.kiln.lower.scheduled.BoxCopies;
import dev.kiln.pass.Feature;
import dev.kiln.pass.Machine;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The loops of a kernel whose copies run beside the threads: which copies, in how many places each
 * tile lies, and which products may still be under way when the next iteration begins.
 */
final class Pipelines {
  /** With fewer stages nothing would run ahead of a product that is still under way. */
  private static final int FEWEST_FOR_OPEN = 3;

  private final Map<TileOp.Pipelined, List<TileOp.Copy>> copies = new HashMap<>();
  private final Map<Value, Integer> stages = new HashMap<>();
  private final Map<TileOp.Pipelined, TileOp.Gemm> open = new HashMap<>();
  private final Map<TileOp.Pipelined, Stagger> staggers = new HashMap<>();
  private final Set<TileOp.Gemm> fresh = new HashSet<>();
  private final Set<TileOp.Fill> needless = new HashSet<>();
  private final Definitions definitions;
  private final Machine machine;
  private final Set<Value> rounded;
  private final MatrixInstructions instructions;

  private Pipelines(Kernel kernel, Machine machine) {
    this.definitions = Definitions.of(kernel);
    this.machine = machine;
    this.rounded = BoxCopies.rounded(kernel, machine);
    this.instructions = new MatrixInstructions(definitions, machine, rounded);
  }

  static Pipelines of(Kernel kernel, Machine machine) {
    var pipelines = new Pipelines(kernel, machine);
    var boxes = BoxCopies.of(kernel, machine);
    Ops.walk(kernel.body(), op -> Ops.bodies(op).forEach(pipelines::findFresh));
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof TileOp.Pipelined loop) {
            pipelines.add(loop, boxes.of(loop));
          }
        });
    return pipelines;
  }

  /** Products of warpgroups right behind the zeros that they would be added to. */
  private void findFresh(Body body) {
    TileOp.Fill zeros = null;
    for (Op op : body.ops()) {
      if (op instanceof TileOp.Gemm gemm
          && zeros != null
          && zeros.target().equals(gemm.accumulator())
          && isOfWarpgroups(gemm)
          && !isRough(gemm)) {
        fresh.add(gemm);
        needless.add(zeros);
      }
      if (op instanceof TileOp.Fill fill) {
        zeros = isZero(fill) ? fill : null;
      } else if (!(op instanceof Effect.Pure)) {
        zeros = null;
      }
    }
  }

  private boolean isZero(TileOp.Fill fill) {
    Literal value = definitions.constant(fill.value());
    return value != null && value.bits() == 0;
  }

  boolean isOfWarpgroups(TileOp.Gemm gemm) {
    WarpTiling tiling = tiling(gemm);
    return tiling != null && WarpgroupGemm.computes(gemm, tiling, machine);
  }

  private boolean isRough(TileOp.Gemm gemm) {
    WarpTiling tiling = tiling(gemm);
    return tiling != null && tiling.isRough();
  }

  /** Whether a product takes the place of its accumulator, which was zero. */
  boolean isFresh(TileOp.Gemm gemm) {
    return fresh.contains(gemm);
  }

  /** Whether a product makes a fill needless. */
  boolean isNeedless(TileOp.Fill fill) {
    return needless.contains(fill);
  }

  private void add(TileOp.Pipelined loop, List<TileOp.Copy> ofLoop) {
    copies.put(loop, ofLoop);
    ofLoop.forEach(copy -> stages.put(copy.target(), loop.stages()));
    TileOp.Gemm gemm = onlyProduct(loop.body());
    if (gemm != null && loop.stages() >= FEWEST_FOR_OPEN && mayStayOpen(gemm, loop)) {
      open.put(loop, gemm);
    }
    Stagger stagger = Stagger.of(loop, ofLoop, this, definitions, machine.vectorRegisters());
    if (stagger != null) {
      staggers.put(loop, stagger);
    }
  }

  /** The copies of {@code loop} by the places that they are for, which are left at one time. */
  List<List<TileOp.Copy>> filledTogether(TileOp.Pipelined loop) {
    Stagger stagger = staggers.get(loop);
    return stagger == null ? List.of(copies(loop)) : List.of(stagger.ofFirst(), stagger.ofLast());
  }

  /** How the products of {@code loop} run beside each other; null when they do not. */
  @Nullable Stagger stagger(TileOp.Pipelined loop) {
    return staggers.get(loop);
  }

  /** Whether whoever lowers the loop around a product also waits for it. */
  boolean isAwaitedByLoop(TileOp.Gemm gemm) {
    return staggers.values().stream()
        .anyMatch(stagger -> stagger.first().equals(gemm) || stagger.last().equals(gemm));
  }

  Definitions definitions() {
    return definitions;
  }

  List<TileOp.Copy> copies(TileOp.Pipelined loop) {
    return copies.getOrDefault(loop, List.of());
  }

  /** Whether a copy is started by the threads of the block, chunk by chunk. */
  boolean isStarted(TileOp.Copy copy) {
    return !machine.has(Feature.BOX_COPIES)
        && copies.values().stream().anyMatch(ofLoop -> ofLoop.contains(copy));
  }

  /** Whether copies to a tile round to TF32. */
  boolean isRounded(Value tile) {
    return rounded.contains(tile);
  }

  /** In how many places a tile lies. */
  int stages(Value tile) {
    return stages.getOrDefault(tile, 1);
  }

  /** The product that {@code loop} leaves under way; null when there is none. */
  TileOp.@Nullable Gemm open(TileOp.Pipelined loop) {
    return open.get(loop);
  }

  boolean isOpen(TileOp.Gemm gemm) {
    return open.containsValue(gemm);
  }

  /** Whether only products of warpgroups read what the copies of {@code loop} bring. */
  boolean isOfProducts(TileOp.Pipelined loop) {
    var brought = new HashSet<Value>();
    copies(loop).forEach(copy -> brought.add(copy.target()));
    boolean[] isSo = {true};
    Ops.walk(
        loop.body(),
        op -> {
          switch (op) {
            case TileOp.Transpose view when brought.contains(view.source()) ->
                brought.add(view.view());
            case TileOp.Gemm gemm -> isSo[0] &= isOfWarpgroups(gemm);
            case TileOp.Copy copy when copies(loop).contains(copy) -> {}
            case TileOp _, LowOp _ ->
                isSo[0] &= Ops.operands(op).stream().noneMatch(brought::contains);
          }
        });
    return isSo[0];
  }

  private static TileOp.@Nullable Gemm onlyProduct(Body body) {
    TileOp.Gemm only = null;
    for (Op op : body.ops()) {
      if (op instanceof TileOp.Gemm gemm) {
        if (only != null) {
          return null;
        }
        only = gemm;
      } else if (!Ops.bodies(op).isEmpty()) {
        return null;
      }
    }
    return only;
  }

  /** Nothing else may touch the accumulator, and the operands may change by copies only. */
  private boolean mayStayOpen(TileOp.Gemm gemm, TileOp.Pipelined loop) {
    if (!isOfWarpgroups(gemm) || isRough(gemm) || ThreadContext.spread(gemm.left()) != null) {
      return false;
    }
    Set<Value> changed = new HashSet<>();
    for (Op op : loop.body().ops()) {
      boolean isOwn = op.equals(gemm) || copies(loop).contains(op);
      if (!isOwn && !(op instanceof TileOp.Transpose) && !(op instanceof TileOp.Anchor)) {
        changed.addAll(Ops.operands(op));
      }
    }
    return changed.stream().noneMatch(value -> value.type() instanceof Type.TileType);
  }

  /** How matrix instructions compute a product as it is laid out; null when they do not. */
  @Nullable WarpTiling tiling(TileOp.Gemm gemm) {
    var accumulator = (Type.TileType) gemm.accumulator().type();
    return WarpTiling.of(gemm, instructions, accumulator.layout());
  }
}
