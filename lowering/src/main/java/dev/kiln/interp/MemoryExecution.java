package dev.kiln.interp;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Memory of the low dialect. */
final class MemoryExecution {
  /** One byte of an arena, so that slices of other types may be cut from it. */
  private static final DType BYTE = DType.U8;

  private final Frame frame;
  private final GlobalWrites writes;

  /** The number of the tensor parameter that memory belongs to. */
  private final Map<Memory, Integer> params = new HashMap<>();

  private final long arenaBytes;
  private Memory arena = Memory.poison(BYTE, 0);

  MemoryExecution(Frame frame, GlobalWrites writes, long arenaBytes) {
    this.frame = frame;
    this.writes = writes;
    this.arenaBytes = arenaBytes;
  }

  /** A new block has an arena of its own. */
  void enterBlock() {
    arena = Memory.poison(BYTE, arenaBytes);
  }

  /** How many bytes the arena of {@code kernel} has. */
  static long arenaBytes(Kernel kernel) {
    long[] bytes = {0};
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof LowOp.ArenaMemory place) {
            long end = place.byteOffset() + place.elements() * element(place.memory()).bytes();
            bytes[0] = Math.max(bytes[0], end);
          }
        });
    return bytes[0];
  }

  void tensor(LowOp.TensorMemory op) {
    View view = frame.view(op.tensor());
    params.put(view.memory(), view.param());
    frame.define(op.memory(), view.memory());
  }

  void alloc(LowOp.AllocMemory op) {
    frame.define(op.memory(), Memory.poison(element(op.memory()), op.elements()));
  }

  void registers(LowOp.RegisterMemory op) {
    frame.define(op.memory(), Memory.poison(element(op.memory()), op.elements()));
  }

  void arena(LowOp.ArenaMemory op) {
    frame.define(op.memory(), arena.slice(element(op.memory()), op.byteOffset(), op.elements()));
  }

  void store(LowOp.Store op) {
    access(
        op,
        new Elements(op.memory(), op.index(), op.value().lanes(), op.mask()),
        (memory, index, lane) -> store(op, memory, index, lane));
  }

  void update(LowOp.AtomicUpdate op) {
    access(
        op,
        new Elements(op.memory(), op.index(), op.value().lanes(), op.mask()),
        (memory, index, lane) -> update(op, memory, index, lane));
  }

  private static DType element(Value memory) {
    return ((Type.MemoryType) memory.type()).element();
  }

  /** What is done with one element. */
  @FunctionalInterface
  private interface Access {
    void at(Memory memory, long index, int lane);
  }

  /** Which elements an operation accesses, as its operands say it. */
  private record Elements(Value memory, Value index, int lanes, @Nullable Value mask) {}

  /** Lane after lane, those whose mask is false left out. */
  private void access(Op op, Elements elements, Access access) {
    Memory target = frame.memory(elements.memory());
    Lanes indices = frame.lanes(elements.index());
    Value mask = elements.mask();
    Lanes active = mask == null ? null : frame.lanes(mask);
    for (int lane = 0; lane < elements.lanes(); lane++) {
      if (active != null && mask != null) {
        LowExecution.requireWritten(op, mask, active, lane);
        if (!active.isTrue(lane)) {
          continue;
        }
      }
      int indexLane = indices.count() == 1 ? 0 : lane;
      LowExecution.requireWritten(op, elements.index(), indices, indexLane);
      long at = indices.bits(indexLane) + (indices.count() == 1 ? lane : 0);
      if (!target.holds(at)) {
        throw new InterpreterException(
            op, "Lane %s accesses element %s, outside of the memory.".formatted(lane, at));
      }
      access.at(target, at, lane);
    }
  }

  void load(LowOp.Load op) {
    var result = new Lanes(op.result().dtype(), op.result().lanes());
    access(
        op,
        new Elements(op.memory(), op.index(), result.count(), op.mask()),
        (memory, index, lane) -> {
          result.set(lane, memory.get(index));
          if (memory.isPoison(index)) {
            result.setPoison(lane);
          }
        });
    frame.define(op.result(), result);
  }

  private void store(LowOp.Store op, Memory memory, long index, int lane) {
    Lanes value = frame.lanes(op.value());
    Integer param = params.get(memory);
    if (param != null) {
      LowExecution.requireWritten(op, op.value(), value, lane);
      writes.write(op, param, index, /* isAtomic= */ false);
    }
    if (value.isPoison(lane)) {
      memory.setPoison(index);
    } else {
      memory.set(index, value.bits(lane));
    }
  }

  private void update(LowOp.AtomicUpdate op, Memory memory, long index, int lane) {
    Lanes value = frame.lanes(op.value());
    LowExecution.requireWritten(op, op.value(), value, lane);
    if (memory.isPoison(index)) {
      throw new InterpreterException(op, "Element " + index + " is added to while it is poison.");
    }
    writes.write(op, params.getOrDefault(memory, -1), index, /* isAtomic= */ true);
    DType dtype = memory.element();
    memory.set(
        index, Arithmetic.binary(BinaryOperator.ADD, dtype, memory.get(index), value.bits(lane)));
  }

  void swap(LowOp.CompareAndSet op) {
    access(
        op,
        new Elements(op.memory(), op.index(), 1, null),
        (memory, index, lane) -> {
          Lanes replacement = frame.lanes(op.replacement());
          LowExecution.requireWritten(op, op.replacement(), replacement, lane);
          boolean isExpected = memory.get(index) == frame.lanes(op.expected()).bits(lane);
          if (isExpected) {
            writes.write(op, params.getOrDefault(memory, -1), index, /* isAtomic= */ true);
            memory.set(index, replacement.bits(lane));
          }
          frame.define(op.done(), Lanes.scalar(DType.BOOL, isExpected ? 1 : 0));
        });
  }
}
