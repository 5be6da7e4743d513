package dev.kiln.interp;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;

/** Where a thread gets its memory from. */
interface ChipMemory {
  /** A tensor, as the threads of a block see it. */
  Memory tensor(Memory whole);

  Memory allocate(LowOp.AllocMemory op);

  Memory place(LowOp.ArenaMemory op);

  /** Registers of the thread's own. */
  Memory registers(LowOp.RegisterMemory op);

  /** That of a block of one thread: all memory is its own. */
  record OfBlock(Memory arena) implements ChipMemory {
    @Override
    public Memory tensor(Memory whole) {
      return whole;
    }

    @Override
    public Memory allocate(LowOp.AllocMemory op) {
      return poison(op.memory(), op.elements());
    }

    @Override
    public Memory place(LowOp.ArenaMemory op) {
      return slice(arena, op);
    }

    @Override
    public Memory registers(LowOp.RegisterMemory op) {
      return poison(op.memory(), op.elements());
    }
  }

  static Memory poison(Value memory, long elements) {
    return Memory.poison(type(memory).element(), elements);
  }

  static Memory slice(Memory arena, LowOp.ArenaMemory op) {
    return arena.slice(type(op.memory()).element(), op.byteOffset(), op.elements());
  }

  static Type.MemoryType type(Value memory) {
    return (Type.MemoryType) memory.type();
  }
}
