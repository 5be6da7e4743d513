package dev.kiln.codegen;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Type;

/**
 * A kernel that has reached {@code EMITTABLE} for one target.
 *
 * @param symbol the name of its entry point, e.g. {@code kiln_k0_v3}
 */
public record Unit(String symbol, Target target, Kernel kernel) {

  /** The on-chip memory that one block needs: where the last piece of its arena ends. */
  public long scratchBytes() {
    var end = new long[1];
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof LowOp.ArenaMemory arena
              && arena.memory().type() instanceof Type.MemoryType type) {
            long bytes = arena.elements() * type.element().bytes();
            end[0] = Math.max(end[0], arena.byteOffset() + bytes);
          }
        });
    return end[0];
  }
}
