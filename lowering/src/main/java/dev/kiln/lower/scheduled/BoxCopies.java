package dev.kiln.lower.scheduled;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Jumps;
import dev.kiln.analysis.View;
import dev.kiln.ir.Body;
import dev.kiln.ir.BoxInstruction;
import dev.kiln.ir.DType;
import dev.kiln.ir.Effect;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Precision;
import dev.kiln.ir.Scope;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.lower.laidout.MatrixInstructions;
import dev.kiln.pass.Feature;
import dev.kiln.pass.Machine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the copies of pipelined loops that can run beside the threads: from a tensor that the
 * kernel only reads, as it lies, to a whole shared tile that nothing else writes and only later
 * operations of the same iteration read, at a place that follows from the index of the loop.
 */
public final class BoxCopies {
  /** Copies move rows of whole multiples of this. */
  private static final int GRAIN_BYTES = 16;

  /** A row of a swizzled tile takes whole lines of so many bytes. */
  private static final int LINE_BYTES = 128;

  private final Definitions definitions;

  /** Whether copies move whole boxes; else chunks. */
  private final boolean areBoxes;

  private final MatrixInstructions instructions;
  private final Set<Value> written = new HashSet<>();

  /** Tiles whose rows matrix instructions read as they lie. */
  private final Set<Value> inRows = new HashSet<>();

  /** The operations that touch a tile, by the tile. */
  private final Map<Value, List<Op>> users = new HashMap<>();

  private BoxCopies(Kernel kernel, Machine machine) {
    areBoxes = machine.has(Feature.BOX_COPIES);
    definitions = Definitions.of(kernel);
    instructions = new MatrixInstructions(definitions, machine, Set.of());
    Ops.walk(kernel.body(), this::note);
  }

  /** For the loops of {@code kernel}. */
  public static BoxCopies of(Kernel kernel, Machine machine) {
    return new BoxCopies(kernel, machine);
  }

  /**
   * Tiles of F32, of whole lines, that copies of boxes fill in overlapped loops and that only
   * products in TF32 read: the copies can round what they bring.
   */
  public static Set<Value> rounded(Kernel kernel, Machine machine) {
    if (!machine.has(Feature.BOX_COPIES)) {
      return Set.of();
    }
    BoxCopies boxes = of(kernel, machine);
    var rounded = new HashSet<Value>();
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof TileOp.Pipelined loop) {
            boxes.of(loop).stream()
                .filter(boxes::isForTf32)
                .forEach(copy -> rounded.add(copy.target()));
          }
        });
    return rounded;
  }

  private boolean isForTf32(TileOp.Copy copy) {
    var tile = (Type.TileType) copy.target().type();
    return tile.element() == DType.F32
        && tile.shape().extent(1) * tile.element().bytes() % LINE_BYTES == 0
        && users.getOrDefault(copy.target(), List.of()).stream()
            .allMatch(user -> user.equals(copy) || readsTf32(user, copy.target()));
  }

  private boolean readsTf32(Op user, Value tile) {
    return user instanceof TileOp.Transpose
        || (user instanceof TileOp.Gemm gemm
            && gemm.precision() == Precision.TF32
            && !base(gemm.accumulator()).equals(tile));
  }

  private void note(Op op) {
    switch (op) {
      case TileOp.StoreElement store -> written.add(base(store.buffer()));
      case TileOp.AtomicAdd add -> written.add(base(add.buffer()));
      case TileOp.Copy copy -> written.add(base(copy.target()));
      case TileOp.Gemm gemm when instructions.readsRows(gemm) -> {
        inRows.add(base(gemm.left()));
        inRows.add(base(gemm.right()));
      }
      case TileOp _, LowOp _ -> {}
    }
    for (Value operand : Ops.operands(op)) {
      if (operand.type() instanceof Type.TileType) {
        users.computeIfAbsent(base(operand), tile -> new ArrayList<>()).add(op);
      }
    }
  }

  private Value base(Value buffer) {
    return View.of(buffer, definitions).base();
  }

  /** The copies of {@code loop} that can, in the order of the text. */
  public List<TileOp.Copy> of(TileOp.Pipelined loop) {
    var copies = new ArrayList<TileOp.Copy>();
    obstacles(loop)
        .forEach(
            (copy, obstacle) -> {
              if (obstacle.isEmpty()) {
                copies.add(copy);
              }
            });
    return copies;
  }

  /**
   * The copies of {@code loop}, in the order of the text, with what keeps the threads busy with
   * them, as {@code the tile has 3 dimensions}; empty for those that run beside the threads.
   */
  public Map<TileOp.Copy, String> obstacles(TileOp.Pipelined loop) {
    var inside = new HashSet<Integer>();
    Ops.walk(loop.body(), op -> Ops.results(op).forEach(value -> inside.add(value.id())));
    Ops.walk(loop.body(), op -> Ops.arguments(op).forEach(value -> inside.add(value.id())));
    var obstacles = new LinkedHashMap<TileOp.Copy, String>();
    List<Op> ops = loop.body().ops();
    // It would leave copies behind that nobody waits for.
    boolean isLeftEarly = Jumps.areIn(loop);
    for (int i = 0; i < ops.size(); i++) {
      if (ops.get(i) instanceof TileOp.Copy copy) {
        String obstacle = boxObstacle(copy, inside);
        if (isLeftEarly) {
          obstacle = "the loop may be left early";
        } else if (obstacle.isEmpty() && !followsFromIndex(copy, loop, inside)) {
          obstacle = "its place does not follow from the loop's index";
        } else if (obstacle.isEmpty() && !isReadBehind(copy, ops.subList(i + 1, ops.size()))) {
          obstacle = "the tile is used before it, or outside of the loop";
        }
        obstacles.put(copy, obstacle);
      }
    }
    return obstacles;
  }

  /** Why a copy is none of a box to a tile that nothing else writes; empty when it is. */
  private String boxObstacle(TileOp.Copy copy, Set<Integer> inside) {
    View source = View.of(copy.source(), definitions);
    if (!(copy.target().type() instanceof Type.TileType tile)
        || !(definitions.of(copy.target()) instanceof TileOp.AllocTile)
        || !(source.base().type() instanceof Type.TensorType tensor)) {
      return "it does not go from a tensor to a whole tile";
    }
    if (inside.contains(copy.target().id())) {
      return "the tile is made within the loop";
    }
    if (written.contains(source.base())) {
      return "the kernel writes to the tensor";
    }
    for (int axis = 0; axis < source.rank(); axis++) {
      if (source.axes().get(axis).source() != axis) {
        return "the tensor is transposed";
      }
    }
    return shapeObstacle(tile, tensor, inRows.contains(copy.target()));
  }

  private String shapeObstacle(Type.TileType tile, Type.TensorType tensor, boolean isInRows) {
    if (tile.scope() != Scope.SHARED) {
      return "the tile is not shared";
    }
    if (tile.rank() != 2 || tensor.rank() < 2) {
      return "boxes have 2 dimensions";
    }
    if (tensor.element() != tile.element()) {
      return "it converts elements";
    }
    int columns = tile.shape().extent(1);
    int bytes = columns * tile.element().bytes();
    boolean isLaidOutFor =
        areBoxes && isInRows
            ? bytes % LINE_BYTES == 0
            : (columns <= BoxInstruction.MOST_EXTENT || !areBoxes) && bytes % GRAIN_BYTES == 0;
    return isLaidOutFor ? "" : "rows of the tile take " + bytes + " bytes";
  }

  /** Whether the place can be computed for another iteration than the current one. */
  private boolean followsFromIndex(TileOp.Copy copy, TileOp.Pipelined loop, Set<Integer> inside) {
    for (View.Axis axis : View.of(copy.source(), definitions).axes()) {
      for (Value offset : axis.offsets()) {
        if (!follows(offset, loop, inside)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean follows(Value value, TileOp.Pipelined loop, Set<Integer> inside) {
    if (value.equals(loop.index()) || !inside.contains(value.id())) {
      return true;
    }
    return definitions.of(value) instanceof LowOp op
        && op instanceof Effect.Pure
        && Ops.operands(op).stream().allMatch(operand -> follows(operand, loop, inside));
  }

  private boolean isReadBehind(TileOp.Copy copy, List<Op> behind) {
    var later = new HashSet<Op>();
    Ops.walk(new Body(behind), later::add);
    return users.getOrDefault(copy.target(), List.of()).stream()
        .allMatch(user -> user.equals(copy) || later.contains(user));
  }
}
