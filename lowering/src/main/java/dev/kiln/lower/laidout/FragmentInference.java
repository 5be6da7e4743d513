package dev.kiln.lower.laidout;

import dev.kiln.analysis.View;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.lower.scheduled.BoxCopies;
import dev.kiln.pass.Feature;
import dev.kiln.pass.Machine;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The search for layouts of one kernel's fragments that agree: what instructions demand, what
 * follows from it for what is used together, then something for the rest. When two demands do not
 * agree, a fragment leaves the registers and the search begins again without it.
 */
final class FragmentInference {
  /** A block of a product has at least so many threads: a warpgroup. */
  private static final int FEWEST = 128;

  private final FragmentUses uses;
  private final MatrixInstructions instructions;
  private final Set<Value> inRows = new HashSet<>();
  private final int mostWarps;
  private final boolean hasWarpgroups;
  private final Set<Value> held;
  private final Map<Value, Layout.Fragment> layouts = new HashMap<>();
  private final Set<Value> strict = new HashSet<>();
  private int threads;

  private FragmentInference(FragmentUses uses, Set<Value> rounded, Machine machine) {
    this.uses = uses;
    this.instructions = new MatrixInstructions(uses.definitions(), machine, rounded);
    this.mostWarps = instructions.warps();
    this.hasWarpgroups = machine.has(Feature.WARPGROUPS);
    this.held = new HashSet<>(uses.candidates());
    for (TileOp.Gemm gemm : uses.products()) {
      if (instructions.readsRows(gemm)) {
        inRows.add(View.of(gemm.left(), uses.definitions()).base());
        inRows.add(View.of(gemm.right(), uses.definitions()).base());
      }
    }
  }

  /** Of the tiles of {@code kernel}, for blocks of at most as many threads as the machine says. */
  static FragmentInference of(Kernel kernel, Machine machine) {
    var inference =
        new FragmentInference(FragmentUses.of(kernel), BoxCopies.rounded(kernel, machine), machine);
    inference.decide();
    return inference;
  }

  /** Until nothing has to leave the registers any more: each round that fails puts one out. */
  private void decide() {
    while (!attempt()) {
      layouts.clear();
      strict.clear();
    }
  }

  private boolean attempt() {
    if (!reductions() || !loops() || !products() || !spread()) {
      return false;
    }
    List<Value> rest =
        uses.candidates().stream()
            .filter(held::contains)
            .sorted(Comparator.comparingInt((Value tile) -> -shape(tile).rank()))
            .toList();
    for (Value tile : rest) {
      if (!layouts.containsKey(tile)) {
        layouts.put(tile, free(tile));
        if (!spread()) {
          return false;
        }
      }
    }
    return true;
  }

  private Layout.Fragment free(Value tile) {
    int bytes = type(tile, Scope.FRAGMENT).element().bytes();
    boolean isReduced =
        uses.reductions().stream()
            .anyMatch(
                reduce -> reduce.source().equals(tile) && reduce.axis() == shape(tile).rank() - 1);
    return FreeFragments.of(shape(tile), bytes, threads, isReduced);
  }

  /** What is reduced from memory is written to memory. */
  private boolean reductions() {
    boolean keep = true;
    for (TileOp.Reduce reduce : uses.reductions()) {
      if (!held.contains(reduce.source())) {
        keep &= !held.remove(reduce.target());
      }
    }
    return keep;
  }

  /**
   * A loop runs where a fragment lies that it uses as a whole; without one it needs none. Several
   * threads may hold the same and run the same iteration, which they cannot while one of them
   * changes in memory what the others read: then they must not be needed for what they hold.
   */
  private boolean loops() {
    boolean keep = true;
    for (FragmentUses.Loop loop : uses.loops()) {
      if (loop.uses().stream().noneMatch(use -> use.isWhole() && held.contains(use.tile()))) {
        for (FragmentUses.Use use : loop.uses()) {
          keep &= !held.remove(use.tile());
        }
      }
      if (loop.changed().stream().anyMatch(tile -> !held.contains(tile))) {
        for (Value tile : loop.written()) {
          keep &= !held.remove(tile);
        }
      }
    }
    return keep;
  }

  // Products

  /** What matrix instructions ask for; false when a fragment was put out. */
  private boolean products() {
    int warps = 0;
    for (TileOp.Gemm gemm : uses.products()) {
      WarpTiling tiling = tiling(gemm);
      if (tiling != null && held.contains(gemm.accumulator())) {
        warps = Math.max(warps, tiling.warpRows() * tiling.warpColumns());
      }
    }
    threads =
        uses.products().isEmpty()
            ? mostWarps * WarpTiling.WARP
            : Math.min(mostWarps * WarpTiling.WARP, Math.max(FEWEST, warps * WarpTiling.WARP));
    for (TileOp.Gemm gemm : uses.products()) {
      if (held.remove(gemm.right())) {
        return false;
      }
      WarpTiling tiling = held.contains(gemm.accumulator()) ? tiling(gemm) : null;
      boolean takesLeft = tiling != null && tiling.takesHeldLeft(gemm);
      if (!takesLeft && held.remove(gemm.left())) {
        return false;
      }
      if (tiling != null
          && (!demand(gemm.accumulator(), tiling.accumulatorLayout())
              || (held.contains(gemm.left())
                  && !demand(gemm.left(), tiling.leftLayout(shape(gemm.left()).extent(1)))))) {
        return false;
      }
    }
    return true;
  }

  private boolean demand(Value tile, Layout.Fragment layout) {
    Layout.Fragment known = layouts.putIfAbsent(tile, layout);
    strict.add(tile);
    if (known != null && !known.equals(layout)) {
      held.remove(tile);
      return false;
    }
    return true;
  }

  /**
   * Where one product is taken from registers by the next, all of them have whole rows; so have
   * those that warpgroups compute.
   */
  private @Nullable WarpTiling tiling(TileOp.Gemm gemm) {
    boolean areRowsWhole =
        uses.products().stream().anyMatch(product -> held.contains(product.left()));
    WarpTiling whole = WarpTiling.of(gemm, instructions, /* areRowsWhole= */ true);
    return areRowsWhole || (hasWarpgroups && whole != null && whole.isOfWarpgroups())
        ? whole
        : WarpTiling.of(gemm, instructions, /* areRowsWhole= */ false);
  }

  // What lies alike

  /** Follows all relations from what is known; false when a fragment was put out. */
  private boolean spread() {
    boolean changed;
    do {
      changed = false;
      for (FragmentUses.Relation relation : uses.relations()) {
        if (held.contains(relation.one()) && held.contains(relation.other())) {
          Layout.Fragment one = layouts.get(relation.one());
          Layout.Fragment other = layouts.get(relation.other());
          if (one != null && other == null) {
            layouts.put(relation.other(), relation.seen(one));
            changed = true;
          } else if (one == null && other != null && relation.isWhole()) {
            layouts.put(relation.one(), other);
            changed = true;
          } else if (one != null && other != null && !relation.seen(one).equals(other)) {
            if (putOut(relation)) {
              return false;
            }
          }
        }
      }
    } while (changed);
    return true;
  }

  /** One of two fragments that should lie alike and do not; copies between any two are made. */
  private boolean putOut(FragmentUses.Relation relation) {
    boolean isOtherStrict = strict.contains(relation.other());
    if (relation.isCopy() && isOtherStrict && strict.contains(relation.one())) {
      return false;
    }
    return held.remove(isOtherStrict ? relation.one() : relation.other());
  }

  // Types

  /** The type of a tile, with its layout. */
  Type.TileType type(Value tile) {
    Layout.Fragment spread = layouts.get(tile);
    if (spread != null) {
      return with(type(tile, Scope.FRAGMENT), spread);
    }
    if (!uses.isOfBlock(tile)) {
      var own = (Type.TileType) tile.type();
      return with(own, Layout.rowMajor(own.shape().extents(), columns(own.shape())));
    }
    Type.TileType shared = type(tile, Scope.SHARED);
    return with(
        shared,
        inRows.contains(tile)
            ? SwizzledTiles.of(shared.shape(), shared.element())
            : Layout.rowMajor(shared.shape().extents(), columns(shared.shape())));
  }

  private static int columns(Shape shape) {
    return shape.extent(shape.rank() - 1);
  }

  private static Shape shape(Value tile) {
    return ((Type.TileType) tile.type()).shape();
  }

  private static Type.TileType type(Value tile, Scope scope) {
    var own = (Type.TileType) tile.type();
    return new Type.TileType(own.element(), own.shape(), scope, own.element(), own.layout());
  }

  private static Type.TileType with(Type.TileType type, Layout layout) {
    return new Type.TileType(type.element(), type.shape(), type.scope(), type.element(), layout);
  }
}
