package dev.kiln.lower.synchronised;

import dev.kiln.analysis.Definitions;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Scope;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.HashSet;
import java.util.Set;

/**
 * An access to memory that other threads see. Copies of boxes are none: phases keep them apart.
 *
 * @param tensor the id of the tensor parameter; negative for the block's arena
 * @param from the first byte in the arena; 0 for a tensor, of which all may be meant
 * @param to behind the last one
 * @param isBeside whether it is done beside the threads
 */
record BlockAccess(int tensor, long from, long to, Kind kind, boolean isBeside) {

  /** What is done. */
  enum Kind {
    READ,
    WRITE,
    /** Read and written at once, atomically. */
    UPDATE
  }

  /** Whether the order of two accesses by different threads matters. */
  boolean meets(BlockAccess other) {
    boolean isHarmless = kind == other.kind && kind != Kind.WRITE;
    return !isHarmless && tensor == other.tensor && from < other.to && other.from < to;
  }

  /** Whether a thread changes memory of the block. */
  boolean isOfThreads() {
    return tensor < 0 && kind != Kind.READ && !isBeside;
  }

  /** All accesses of an operation, with those of its bodies. */
  static Set<BlockAccess> of(Op op, Definitions definitions) {
    var accesses = new HashSet<BlockAccess>();
    collect(op, definitions, accesses);
    Ops.bodies(op).forEach(body -> Ops.walk(body, inner -> collect(inner, definitions, accesses)));
    return accesses;
  }

  private static void collect(Op op, Definitions definitions, Set<BlockAccess> accesses) {
    switch (op) {
      case LowOp.Load load -> add(load.memory(), Kind.READ, definitions, accesses);
      case LowOp.Store store -> add(store.memory(), Kind.WRITE, definitions, accesses);
      case LowOp.AtomicUpdate update -> add(update.memory(), Kind.UPDATE, definitions, accesses);
      case LowOp.CompareAndSet swap -> add(swap.memory(), Kind.UPDATE, definitions, accesses);
      case LowOp.InitPhase init -> add(init.phases(), Kind.WRITE, definitions, accesses);
      case LowOp.EndPhases end -> add(end.phases(), Kind.WRITE, definitions, accesses);
      case LowOp.LoadMatrices load -> add(load.memory(), Kind.READ, definitions, accesses);
      case LowOp.MultiplyWarpgroup multiply -> {
        beside(multiply.left(), definitions, accesses);
        beside(multiply.right(), definitions, accesses);
      }
      case LowOp _, TileOp _ -> {}
    }
  }

  /** A matrix instruction reads memory by itself. */
  private static void beside(Value memory, Definitions definitions, Set<BlockAccess> accesses) {
    var read = new HashSet<BlockAccess>();
    add(memory, Kind.READ, definitions, read);
    read.forEach(
        one ->
            accesses.add(
                new BlockAccess(one.tensor, one.from, one.to, one.kind, /* isBeside= */ true)));
  }

  private static void add(
      Value memory, Kind kind, Definitions definitions, Set<BlockAccess> accesses) {
    switch (definitions.of(memory)) {
      case LowOp.TensorMemory tensor ->
          accesses.add(new BlockAccess(tensor.tensor().id(), 0, 1, kind, false));
      case LowOp.ArenaMemory arena -> {
        var type = (Type.MemoryType) memory.type();
        long end = arena.byteOffset() + arena.elements() * type.element().bytes();
        accesses.add(new BlockAccess(-1, arena.byteOffset(), end, kind, false));
      }
      case null, default -> requireOwn(memory);
    }
  }

  private static void requireOwn(Value memory) {
    if (((Type.MemoryType) memory.type()).scope() == Scope.SHARED) {
      throw new IllegalStateException(memory + " is the block's and has no place");
    }
  }
}
