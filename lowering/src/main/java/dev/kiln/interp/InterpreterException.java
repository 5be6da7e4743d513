package dev.kiln.interp;

import dev.kiln.ir.Loc;
import dev.kiln.ir.Op;
import dev.kiln.ir.text.Printer;

/** A kernel did what no kernel may do: read poison, left its memory, raced, or did not end. */
public sealed class InterpreterException extends RuntimeException permits RaceException {
  private static final long serialVersionUID = 1;

  private final transient Loc loc;
  private final String sentence;

  InterpreterException(Op op, String sentence) {
    super(op.loc() + ": " + sentence + "  [" + Printer.print(op) + "]");
    this.loc = op.loc();
    this.sentence = sentence;
  }

  /** The place of the operation to blame. */
  public Loc loc() {
    return loc;
  }

  /** The message without the place. */
  public String sentence() {
    return sentence;
  }
}
