package dev.kiln.lower.laidout;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Ranges;
import dev.kiln.analysis.View;
import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Scope;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a kernel does with its fragments: which of them may lie in registers, and which must lie
 * alike. In registers may lie what is used as a whole by tile operations, and in parallel loops at
 * the loop's own indices, or at the first or second of two when it is only read.
 */
final class FragmentUses {

  /**
   * Two fragments that lie alike.
   *
   * @param without the axis of {@code one} that {@code other} lacks; negative when both are whole
   */
  record Relation(Value one, Value other, int without, boolean isCopy) {
    boolean isWhole() {
      return without < 0;
    }

    /** How {@code other} lies when {@code one} lies as {@code layout} says. */
    Layout.Fragment seen(Layout.Fragment layout) {
      return isWhole() ? layout : layout.without(without);
    }
  }

  /** An access at a loop's own indices; {@code without} as in {@link Relation}. */
  record Use(Value tile, int without) {
    boolean isWhole() {
      return without < 0;
    }
  }

  /**
   * A parallel loop.
   *
   * @param uses accesses at its own indices
   * @param changed buffers that it reads and writes
   * @param written buffers that it writes
   */
  record Loop(Set<Use> uses, Set<Value> changed, Set<Value> written) {}

  private final Definitions definitions;
  private final Ranges ranges;
  private final Set<Value> ofBlock = new HashSet<>();
  private final Set<Value> candidates = new LinkedHashSet<>();
  private final List<Relation> relations = new ArrayList<>();
  private final List<TileOp.Gemm> products = new ArrayList<>();
  private final List<TileOp.Reduce> reductions = new ArrayList<>();
  private final List<Loop> loops = new ArrayList<>();

  private FragmentUses(Kernel kernel) {
    definitions = Definitions.of(kernel);
    ranges = Ranges.of(kernel);
  }

  static FragmentUses of(Kernel kernel) {
    var uses = new FragmentUses(kernel);
    uses.visit(kernel.body());
    return uses;
  }

  /** Fragments that may lie in registers, in the order of the text. */
  Set<Value> candidates() {
    return candidates;
  }

  List<Relation> relations() {
    return relations;
  }

  List<TileOp.Reduce> reductions() {
    return reductions;
  }

  List<Loop> loops() {
    return loops;
  }

  List<TileOp.Gemm> products() {
    return products;
  }

  /** Whether a tile is the block's, and not one iteration's. */
  boolean isOfBlock(Value tile) {
    return ofBlock.contains(tile);
  }

  Definitions definitions() {
    return definitions;
  }

  private void visit(Body body) {
    body.ops().forEach(this::visit);
  }

  private void visit(Op op) {
    switch (op) {
      case TileOp.AllocTile alloc -> {
        ofBlock.add(alloc.tile());
        if (alloc.tile().buffer().scope() != Scope.SHARED) {
          candidates.add(alloc.tile());
        }
      }
      case TileOp.Parallel parallel -> parallel(parallel);
      case TileOp.Copy copy -> copy(copy);
      case TileOp.Reduce reduce -> reduce(reduce);
      case TileOp.Gemm gemm -> gemm(gemm);
      case TileOp.LoadElement load -> element(load.buffer());
      case TileOp.StoreElement store -> element(store.buffer());
      case TileOp.AtomicAdd add -> putOut(add.buffer());
      case TileOp.Fill fill -> whole(fill.target());
      case TileOp.Anchor _, TileOp.Transpose _ -> {}
      case TileOp.Pipelined loop -> visit(loop.body());
      case LowOp low -> Ops.bodies(low).forEach(this::visit);
    }
  }

  private View view(Value buffer) {
    return View.of(buffer, definitions);
  }

  private void putOut(Value buffer) {
    candidates.remove(view(buffer).base());
  }

  /** A tile that is used as a whole may stay, a view of one may not; whether it may. */
  private boolean whole(Value buffer) {
    if (!(definitions.of(buffer) instanceof TileOp.AllocTile)) {
      putOut(buffer);
    }
    return candidates.contains(buffer);
  }

  /** Outside of parallel loops only what every thread holds can be accessed by all. */
  private void element(Value buffer) {
    if (whole(buffer) && shapeSize(buffer) != 1) {
      putOut(buffer);
    }
  }

  private static long shapeSize(Value tile) {
    return ((Type.TileType) tile.type()).shape().elements();
  }

  private void copy(TileOp.Copy copy) {
    boolean isSource = whole(copy.source());
    boolean isTarget = whole(copy.target());
    if (isSource && isTarget) {
      var source = (Type.TileType) copy.source().type();
      var target = (Type.TileType) copy.target().type();
      if (source.shape().equals(target.shape())) {
        relations.add(new Relation(copy.source(), copy.target(), -1, true));
      } else {
        putOut(copy.source());
      }
    }
  }

  private void reduce(TileOp.Reduce reduce) {
    reductions.add(reduce);
    boolean isSource = whole(reduce.source());
    boolean isTarget = whole(reduce.target());
    if (isSource && isTarget && reduce.source().buffer().rank() > 1) {
      relations.add(new Relation(reduce.source(), reduce.target(), reduce.axis(), false));
    }
  }

  private void gemm(TileOp.Gemm gemm) {
    products.add(gemm);
    for (Value operand : List.of(gemm.left(), gemm.right())) {
      whole(operand);
    }
    whole(gemm.accumulator());
  }

  // Parallel loops

  private void parallel(TileOp.Parallel parallel) {
    var uses = new LinkedHashSet<Use>();
    var read = new HashSet<Value>();
    var written = new HashSet<Value>();
    Ops.walk(
        parallel.body(),
        op -> {
          switch (op) {
            case TileOp.LoadElement load -> {
              access(load.buffer(), load.indices(), false, parallel, uses);
              read.add(view(load.buffer()).base());
            }
            case TileOp.StoreElement store -> {
              access(store.buffer(), store.indices(), true, parallel, uses);
              written.add(view(store.buffer()).base());
            }
            case TileOp.AtomicAdd add -> putOut(add.buffer());
            case TileOp _, LowOp _ -> {}
          }
        });
    var changed = new HashSet<>(read);
    changed.retainAll(written);
    loops.add(new Loop(uses, changed, written));
    for (Use one : uses) {
      for (Use other : uses) {
        if (one.isWhole() && !one.equals(other)) {
          relate(one.tile(), other);
        }
      }
    }
  }

  private void relate(Value one, Use other) {
    var extents = new ArrayList<>(((Type.TileType) one.type()).shape().extents());
    if (!other.isWhole()) {
      extents.subList(other.without(), other.without() + 1).clear();
    }
    if (((Type.TileType) other.tile().type()).shape().extents().equals(extents)) {
      relations.add(new Relation(one, other.tile(), other.without(), false));
    } else {
      putOut(other.tile());
    }
  }

  private void access(
      Value buffer, List<Value> indices, boolean isWrite, TileOp.Parallel parallel, Set<Use> uses) {
    if (!whole(buffer)) {
      return;
    }
    Use use = shapeSize(buffer) == 1 && !isWrite ? null : use(buffer, indices, parallel);
    boolean isEverywhere = shapeSize(buffer) == 1 && !isWrite;
    boolean isReplicated = use != null && !use.isWhole();
    if ((use == null && !isEverywhere) || (isReplicated && isWrite)) {
      putOut(buffer);
    } else if (use != null) {
      uses.add(use);
    }
  }

  private @Nullable Use use(Value buffer, List<Value> indices, TileOp.Parallel parallel) {
    int rank = parallel.indices().size();
    var tile = (Type.TileType) buffer.type();
    if (indices.equals(parallel.indices())) {
      boolean isCovered = true;
      for (int axis = 0; axis < rank; axis++) {
        isCovered &= most(parallel, axis) <= tile.shape().extent(axis);
      }
      return isCovered ? new Use(buffer, -1) : null;
    }
    for (int without = 0; without < rank && rank > 1; without++) {
      var rest = new ArrayList<>(parallel.indices());
      rest.remove(without);
      if (indices.equals(rest)) {
        return new Use(buffer, without);
      }
    }
    return null;
  }

  private long most(TileOp.Parallel parallel, int axis) {
    return ranges.of(parallel.extents().get(axis)).high();
  }
}
