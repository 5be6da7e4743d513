package dev.kiln.processor.compile;

/** A pass that threw: a bug of Kiln. Carries the kernel that it was given. */
public final class PassFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String pass;
  private final String ir;

  PassFailure(String pass, String ir, Throwable cause) {
    super(cause);
    this.pass = pass;
    this.ir = ir;
  }

  /** The name of the pass. */
  public String pass() {
    return pass;
  }

  /** The text of the kernel before the pass. */
  public String ir() {
    return ir;
  }
}
