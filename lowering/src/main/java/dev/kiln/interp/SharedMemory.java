package dev.kiln.interp;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.Scope;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The memory that the threads of one block share. An allocation that all of them run is one memory:
 * the nth that a thread makes is the nth that any other makes there.
 */
final class SharedMemory {
  private final Memory arena;
  private final ArenaSize own;
  private final boolean hasProducts;
  private final Map<Memory, Memory> tensors;
  private final Map<LowOp.AllocMemory, List<Memory>> allocated = new IdentityHashMap<>();

  /**
   * @param shared size of the arena that is shared
   * @param own size of the arena that each thread has for itself
   * @param hasProducts whether registers are used by products that run beside the threads
   * @param tensors the tensors that any block has accessed so far, as the threads of a block see
   *     them
   */
  SharedMemory(ArenaSize shared, ArenaSize own, boolean hasProducts, Map<Memory, Memory> tensors) {
    this.arena = watched(shared.poison(), Math.max(1, shared.granule()));
    this.own = own;
    this.hasProducts = hasProducts;
    this.tensors = tensors;
  }

  private static Memory watched(Memory memory, int granule) {
    return memory.watched(new Accesses(memory.bytes(), granule));
  }

  private static Memory watched(Memory memory) {
    return watched(memory, memory.element().bytes());
  }

  /** The memory as one more thread sees it, whose registers are its own. */
  ChipMemory forThread(Products products) {
    return new OfThread(products);
  }

  private final class OfThread implements ChipMemory {
    private final Products products;
    private final Memory registers;
    private final Map<LowOp.AllocMemory, Integer> counts = new IdentityHashMap<>();

    OfThread(Products products) {
      this.products = products;
      this.registers = used(own.poison(), Math.max(1, own.granule()));
    }

    /** Memory of the thread, of which it is remembered which products use it. */
    private Memory used(Memory memory, int granule) {
      return hasProducts
          ? memory.watched(new RegisterUses(products, memory.bytes(), granule))
          : memory;
    }

    private Memory used(Memory memory) {
      return used(memory, memory.element().bytes());
    }

    @Override
    public Memory registers(LowOp.RegisterMemory op) {
      return used(ChipMemory.poison(op.memory(), op.elements()));
    }

    @Override
    public Memory tensor(Memory whole) {
      return tensors.computeIfAbsent(whole, SharedMemory::watched);
    }

    @Override
    public Memory allocate(LowOp.AllocMemory op) {
      if (ChipMemory.type(op.memory()).scope() != Scope.SHARED) {
        return used(ChipMemory.poison(op.memory(), op.elements()));
      }
      int count = counts.merge(op, 1, Integer::sum);
      List<Memory> memories = allocated.computeIfAbsent(op, _ -> new ArrayList<>());
      if (memories.size() < count) {
        memories.add(watched(ChipMemory.poison(op.memory(), op.elements())));
      }
      return memories.get(count - 1);
    }

    @Override
    public Memory place(LowOp.ArenaMemory op) {
      boolean isShared = ChipMemory.type(op.memory()).scope() == Scope.SHARED;
      return ChipMemory.slice(isShared ? arena : registers, op);
    }
  }
}
