package dev.kiln.interp;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Memory of the low dialect, as one thread accesses it. */
final class MemoryExecution {
  private final Frame frame;
  private final GlobalWrites writes;
  private final Watch watch;

  /** The number of the tensor parameter that memory belongs to. */
  private final Map<Memory, Integer> params = new HashMap<>();

  private ChipMemory chip;

  MemoryExecution(Frame frame, GlobalWrites writes, Watch watch, ChipMemory chip) {
    this.frame = frame;
    this.writes = writes;
    this.watch = watch;
    this.chip = chip;
  }

  /** A new block has memory of its own. */
  void enterBlock(ChipMemory changed) {
    this.chip = changed;
  }

  void tensor(LowOp.TensorMemory op) {
    View view = frame.view(op.tensor());
    Memory memory = chip.tensor(view.memory());
    params.put(memory, view.param());
    frame.define(op.memory(), memory);
  }

  void alloc(LowOp.AllocMemory op) {
    frame.define(op.memory(), chip.allocate(op));
  }

  void registers(LowOp.RegisterMemory op) {
    frame.define(op.memory(), chip.registers(op));
  }

  void arena(LowOp.ArenaMemory op) {
    frame.define(op.memory(), chip.place(op));
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
          watch.load(op, memory, index);
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
    watch.store(op, memory, index, isSame(memory, index, value, lane));
    if (value.isPoison(lane)) {
      memory.setPoison(index);
    } else {
      memory.set(index, value.bits(lane));
    }
  }

  private static boolean isSame(Memory memory, long index, Lanes value, int lane) {
    return memory.isPoison(index)
        ? value.isPoison(lane)
        : !value.isPoison(lane) && memory.get(index) == value.bits(lane);
  }

  private void update(LowOp.AtomicUpdate op, Memory memory, long index, int lane) {
    Lanes value = frame.lanes(op.value());
    LowExecution.requireWritten(op, op.value(), value, lane);
    if (memory.isPoison(index)) {
      throw new InterpreterException(op, "Element " + index + " is added to while it is poison.");
    }
    writes.write(op, params.getOrDefault(memory, -1), index, /* isAtomic= */ true);
    watch.update(op, memory, index);
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
          watch.swap(op, memory, index);
          boolean isExpected = memory.get(index) == frame.lanes(op.expected()).bits(lane);
          if (isExpected) {
            writes.write(op, params.getOrDefault(memory, -1), index, /* isAtomic= */ true);
            memory.set(index, replacement.bits(lane));
          }
          frame.define(op.done(), Lanes.scalar(DType.BOOL, isExpected ? 1 : 0));
        });
  }
}
