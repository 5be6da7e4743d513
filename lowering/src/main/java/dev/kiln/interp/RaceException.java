package dev.kiln.interp;

import dev.kiln.ir.Op;

/** Two threads of a block access one place in no order, one of them writing. */
public final class RaceException extends InterpreterException {
  private static final long serialVersionUID = 1;

  RaceException(Op op, String sentence) {
    super(op, sentence);
  }
}
