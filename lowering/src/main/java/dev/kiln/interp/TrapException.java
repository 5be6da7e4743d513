package dev.kiln.interp;

import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.TrapReason;

/** A kernel ended its launch with an error, as it should. */
public final class TrapException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Loc loc;
  private final TrapReason reason;

  TrapException(LowOp.Trap trap) {
    super(trap.loc() + ": " + trap.sentence());
    this.loc = trap.loc();
    this.reason = trap.reason();
  }

  public Loc loc() {
    return loc;
  }

  public TrapReason reason() {
    return reason;
  }
}
