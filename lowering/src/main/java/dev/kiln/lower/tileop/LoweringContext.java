package dev.kiln.lower.tileop;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Ranges;
import dev.kiln.analysis.View;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import dev.kiln.layout.Layout;
import dev.kiln.pass.Machine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the lowerings of one run of the pass share: the machine, analyses of the kernel as it came
 * in, and where its buffers lie. A base is a tensor parameter or a tile as allocated, never a view.
 * Offsets are counted in stored elements.
 */
public final class LoweringContext {
  private final Machine machine;
  private final Values values;
  private final Definitions definitions;
  private final Ranges ranges;
  private final OpBuilder prologue;
  private final Map<Value, Value> memories = new HashMap<>();
  private final Map<List<Object>, Value> extents = new HashMap<>();
  private final Map<List<Object>, Value> strides = new HashMap<>();
  private final Map<Value, Value> replacements = new HashMap<>();
  private final Map<Value, Value> origins = new HashMap<>();

  public LoweringContext(Kernel kernel, Machine machine) {
    this.machine = machine;
    this.values = Values.after(kernel);
    this.definitions = Definitions.of(kernel);
    this.ranges = Ranges.of(kernel);
    this.prologue = new OpBuilder(values, kernel.loc());
  }

  public Machine machine() {
    return machine;
  }

  public Values values() {
    return values;
  }

  public Definitions definitions() {
    return definitions;
  }

  public Ranges ranges() {
    return ranges;
  }

  /** What has to run before everything else in the kernel: memories and extents of tensors. */
  public List<Op> prologue() {
    return prologue.ops();
  }

  public View view(Value buffer) {
    return View.of(buffer, definitions);
  }

  /** Lanes of a vector register that holds elements of {@code dtype}. */
  public int lanes(DType dtype) {
    return machine.vectorBytes() / dtype.bytes();
  }

  // Where things lie

  /** The memory of a base. That of a tile is made where the tile was. */
  public Value memory(Value base) {
    Value memory = memories.get(base);
    if (memory == null) {
      Type.TensorType tensor = (Type.TensorType) base.type();
      memory = values.value(new Type.MemoryType(tensor.element(), tensor.scope()), base.hint());
      prologue.add(new LowOp.TensorMemory(memory, base, prologue.loc()));
      memories.put(base, memory);
    }
    return memory;
  }

  /** Makes the memory of a tile; {@link #memory} gives it from here on. */
  public void allocate(Value tile, OpBuilder out) {
    allocate(tile, 1, out);
  }

  /** Makes the memory of {@code copies} tiles, one behind the other. */
  public void allocate(Value tile, int copies, OpBuilder out) {
    Type.TileType type = (Type.TileType) tile.type();
    Value memory = values.value(new Type.MemoryType(type.storage(), type.scope()), tile.hint());
    out.add(
        type.layout() instanceof Layout.Fragment fragment
            ? new LowOp.RegisterMemory(memory, fragment.registers(), out.loc())
            : new LowOp.AllocMemory(
                memory, copies * type.layout().size(type.shape().extents()), out.loc()));
    memories.put(tile, memory);
  }

  /** The extent of a base, an I64. */
  public Value extent(Value base, int axis, OpBuilder out) {
    return switch (base.type()) {
      case Type.TileType tile -> out.i64(tile.shape().extent(axis));
      case Type.TensorType tensor ->
          extents.computeIfAbsent(
              List.of(base, axis), key -> prologue.cast(DType.I64, prologue.dim(base, axis)));
      case Type.Arithmetic other -> throw notABase(base);
      case Type.RegionType other -> throw notABase(base);
      case Type.CellType other -> throw notABase(base);
      case Type.MemoryType other -> throw notABase(base);
    };
  }

  /**
   * The offset of the element at {@code indices} of a base, an I64: the one place where a layout
   * becomes arithmetic. Indices are I32 or I64, not negative, scalars or vectors; with a vector
   * among them the result is one.
   */
  public Value offset(Value base, List<Value> indices, OpBuilder out) {
    List<Value> wide = Indices.unify(indices, out);
    return switch (base.type()) {
      case Type.TileType tile -> fromOrigin(base, Indices.offset(tile.layout(), wide, out), out);
      case Type.TensorType tensor -> {
        Value offset = wide.getLast();
        for (int axis = tensor.rank() - 2; axis >= 0; axis--) {
          Value index = wide.get(axis);
          offset = Indices.add(offset, Indices.times(index, stride(base, axis), out), out);
        }
        yield offset;
      }
      case Type.Arithmetic other -> throw notABase(base);
      case Type.RegionType other -> throw notABase(base);
      case Type.CellType other -> throw notABase(base);
      case Type.MemoryType other -> throw notABase(base);
    };
  }

  /** Has the elements of a tile lie {@code origin} further on from here; null for nothing. */
  public void moveOrigin(Value tile, @Nullable Value origin) {
    if (origin == null) {
      origins.remove(tile);
    } else {
      origins.put(tile, origin);
    }
  }

  /** An offset in a tile as one in its memory. */
  public Value fromOrigin(Value base, Value offset, OpBuilder out) {
    Value origin = origins.get(base);
    return origin == null ? offset : Indices.add(offset, out.splat(origin, offset.lanes()), out);
  }

  /** {@link Layout#run} of a base: how many aligned indices along an axis are neighbours. */
  public int run(Value base, int axis) {
    return switch (base.type()) {
      case Type.TileType tile -> tile.layout().run(axis);
      case Type.TensorType tensor -> axis == tensor.rank() - 1 ? Layout.WHOLE_AXIS : 1;
      case Type.Arithmetic other -> throw notABase(base);
      case Type.RegionType other -> throw notABase(base);
      case Type.CellType other -> throw notABase(base);
      case Type.MemoryType other -> throw notABase(base);
    };
  }

  private Value stride(Value tensor, int axis) {
    List<Object> key = List.of(tensor, axis);
    Value known = strides.get(key);
    if (known != null) {
      return known;
    }
    Value stride = extent(tensor, axis + 1, prologue);
    if (axis + 2 < tensor.buffer().rank()) {
      stride = Indices.multiply(stride, stride(tensor, axis + 1), prologue);
    }
    strides.put(key, stride);
    return stride;
  }

  // Elements

  /** The dtype that elements of a base are held in. */
  public DType storage(Value base) {
    return base.type() instanceof Type.TileType tile ? tile.storage() : base.buffer().element();
  }

  /** A loaded element as arithmetic sees it. */
  public Value toComputed(Value raw, Value base, OpBuilder out) {
    return out.cast(base.buffer().element().computed(), raw);
  }

  /** A computed value as it is stored: rounded to the element type, held in the storage type. */
  public Value toStorage(Value computed, Value base, OpBuilder out) {
    DType element = base.buffer().element();
    Value rounded = out.cast(element, out.cast(element.computed(), computed));
    return out.cast(storage(base), rounded);
  }

  // Renaming

  /** Has {@code by} take the place of {@code old} everywhere; done when the pass ends. */
  public void replace(Value old, Value by) {
    replacements.put(old, by);
  }

  /** What stands for {@code value} in the end. */
  public Value replacement(Value value) {
    Value current = value;
    for (Value next = replacements.get(current); next != null; next = replacements.get(current)) {
      current = next;
    }
    return current;
  }

  private static IllegalArgumentException notABase(Value value) {
    return new IllegalArgumentException(value + " is neither a tensor nor a tile");
  }
}
