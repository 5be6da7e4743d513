package dev.kiln.ir.text;

/** Text that is no kernel: where, and one sentence on what was expected. */
public final class SyntaxError extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String file;
  private final int line;
  private final int column;
  private final String sentence;

  SyntaxError(String file, int line, int column, String sentence) {
    super(file + ":" + line + ":" + column + ": " + sentence);
    this.file = file;
    this.line = line;
    this.column = column;
    this.sentence = sentence;
  }

  public String file() {
    return file;
  }

  /** From 1. */
  public int line() {
    return line;
  }

  /** From 1. */
  public int column() {
    return column;
  }

  /** The message without the place. */
  public String sentence() {
    return sentence;
  }
}
