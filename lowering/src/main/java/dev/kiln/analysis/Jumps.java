package dev.kiln.analysis;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;

/** Jumps out of the middle of an iteration. */
public final class Jumps {
  private Jumps() {}

  /** Whether iterations of {@code op}, or of what stands in it, may end before their last step. */
  public static boolean areIn(Op op) {
    return Ops.bodies(op).stream().anyMatch(body -> Ops.any(body, Jumps::isJump));
  }

  private static boolean isJump(Op op) {
    return op instanceof LowOp.Break || op instanceof LowOp.Continue;
  }
}
