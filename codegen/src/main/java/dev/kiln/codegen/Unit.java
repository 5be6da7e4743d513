package dev.kiln.codegen;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.lower.flat.Arena;

/**
 * A kernel that has reached {@code EMITTABLE} for one target.
 *
 * @param symbol the name of its entry point, e.g. {@code kiln_k0_v3}
 */
public record Unit(String symbol, Target target, Kernel kernel) {

  /** The on-chip memory that one block needs: where the last piece of its arena ends. */
  public long scratchBytes() {
    return Arena.bytes(kernel);
  }

  /** How many threads run a block. */
  public int threads() {
    return kernel.body().ops().stream()
        .mapToInt(op -> op instanceof LowOp.Grid grid ? grid.threads() : 1)
        .max()
        .orElse(1);
  }
}
