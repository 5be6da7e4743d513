package dev.kiln.analysis;

import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;

/** Jumps out of the middle of an iteration. */
public final class Jumps {
  private Jumps() {}

  /** Whether iterations of {@code op}, or of what stands in it, may end before their last step. */
  public static boolean areIn(Op op) {
    boolean[] found = {false};
    for (Body body : Ops.bodies(op)) {
      Ops.walk(
          body,
          inner -> found[0] |= inner instanceof LowOp.Break || inner instanceof LowOp.Continue);
    }
    return found[0];
  }
}
