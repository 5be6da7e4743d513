package dev.kiln.interp;

import dev.kiln.ir.Op;

/** Counts what has been run, to end what would not end. */
final class Steps {
  private final long most;
  private long count;

  Steps(long most) {
    this.most = most;
  }

  void count(Op op) {
    if (++count > most) {
      throw new InterpreterException(op, "After " + count + " steps the kernel has not ended.");
    }
  }
}
