package dev.kiln.interp;

import dev.kiln.ir.Loc;
import dev.kiln.ir.TrapReason;

/** A kernel ended its launch with an error, as it should. */
public final class TrapException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Loc loc;
  private final TrapReason reason;

  TrapException(Loc loc, TrapReason reason) {
    super(loc + ": " + reason.sentence());
    this.loc = loc;
    this.reason = reason;
  }

  public Loc loc() {
    return loc;
  }

  public TrapReason reason() {
    return reason;
  }
}
