package dev.kiln.analysis;

import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which values differ between iterations that run side by side, as lanes of a vector or as threads
 * of a block, and where control parts them. A cell varies when lanes may have written different
 * things to it or may have written it at different times. A loop diverges when lanes may leave it
 * at different times.
 */
public final class Uniformity {
  /** An operation that holds bodies, and whether lanes have parted inside it. */
  private record Frame(Op op, int depth) {}

  private final Set<Integer> varying = new HashSet<>();
  private final Set<Op> divergent = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Integer, Integer> cellDepths = new HashMap<>();
  private final Set<Integer> privateTiles = new HashSet<>();
  private final Deque<Frame> loops = new ArrayDeque<>();
  private boolean changed;

  private Uniformity() {}

  /** For lanes that differ in {@code seeds}, values that {@code body} sees. */
  public static Uniformity of(Body body, Set<Value> seeds) {
    var uniformity = new Uniformity();
    seeds.forEach(uniformity::vary);
    if (!seeds.isEmpty()) {
      do {
        uniformity.changed = false;
        uniformity.visit(body, 0);
      } while (uniformity.changed);
    }
    return uniformity;
  }

  /** Whether a value, or what a cell holds, may differ between lanes. */
  public boolean varies(Value value) {
    return varying.contains(value.id());
  }

  /** Whether lanes part at {@code op}: at an If, or by leaving a loop at different times. */
  public boolean diverges(Op op) {
    return divergent.contains(op);
  }

  private void visit(Body body, int depth) {
    body.ops().forEach(op -> visit(op, depth));
  }

  private void visit(Op op, int depth) {
    switch (op) {
      case LowOp.If branch -> {
        part(branch, varies(branch.condition()));
        Ops.bodies(branch).forEach(inner -> visit(inner, inside(branch, depth)));
      }
      case LowOp.For loop -> {
        part(loop, varies(loop.lower()) || varies(loop.upper()));
        varyIf(loop.index(), varies(loop.lower()));
        loop(loop, depth);
      }
      case LowOp.While loop -> {
        loop(loop, depth);
        part(loop, varies(loop.test()));
      }
      case LowOp.Grid grid -> visit(grid.body(), depth);
      case LowOp.Phase phase -> visit(phase.body(), depth);
      case LowOp.Part part -> Ops.bodies(part).forEach(inner -> visit(inner, depth));
      case LowOp.RegisterMemory registers -> vary(registers.memory());
      case LowOp.Break ignored -> jump(depth);
      case LowOp.Continue ignored -> jump(depth);
      case LowOp.DeclareCell cell -> {
        cellDepths.put(cell.cell().id(), depth);
        varyIf(cell.cell(), varies(cell.initial()));
      }
      case LowOp.WriteCell write ->
          varyIf(
              write.cell(),
              varies(write.value()) || depth > cellDepths.getOrDefault(write.cell().id(), 0));
      case TileOp.AllocTile alloc -> privateTiles.add(alloc.tile().id());
      case TileOp.Anchor anchor -> view(anchor.view(), anchor.source());
      case TileOp.Transpose transpose -> view(transpose.view(), transpose.source());
      case TileOp.Parallel parallel -> {
        part(parallel, parallel.extents().stream().anyMatch(this::varies));
        visit(parallel.body(), inside(parallel, depth));
      }
      case TileOp.Pipelined loop -> {
        part(loop, varies(loop.extent()));
        loop(loop, depth);
      }
      case TileOp.LoadElement load -> {
        varyIf(load.result(), privateTiles.contains(load.buffer().id()));
        results(load);
      }
      case TileOp ignored -> results(op);
      case LowOp ignored -> results(op);
    }
  }

  private void view(Value view, Value source) {
    if (privateTiles.contains(source.id())) {
      privateTiles.add(view.id());
    }
  }

  private void results(Op op) {
    boolean varies = Ops.operands(op).stream().anyMatch(this::varies);
    Ops.results(op).forEach(result -> varyIf(result, varies));
  }

  private void loop(Op loop, int depth) {
    loops.push(new Frame(loop, inside(loop, depth)));
    Ops.bodies(loop).forEach(inner -> visit(inner, inside(loop, depth)));
    loops.pop();
  }

  /** A jump from where lanes have parted within its loop makes them leave at different times. */
  private void jump(int depth) {
    Frame loop = loops.peek();
    if (loop != null && depth > loop.depth()) {
      part(loop.op(), true);
    }
  }

  private int inside(Op op, int depth) {
    return diverges(op) ? depth + 1 : depth;
  }

  private void part(Op op, boolean parts) {
    if (parts && divergent.add(op)) {
      changed = true;
    }
  }

  private void varyIf(Value value, boolean varies) {
    if (varies) {
      vary(value);
    }
  }

  private void vary(Value value) {
    if (varying.add(value.id())) {
      changed = true;
    }
  }
}
