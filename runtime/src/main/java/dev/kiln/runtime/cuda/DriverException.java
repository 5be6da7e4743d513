package dev.kiln.runtime.cuda;

/** An error that the driver reported; the runtime says what it was doing and what helps. */
public final class DriverException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final int code;
  private final String call;
  private final String log;

  /** An error of a function. */
  public DriverException(int code, String call) {
    this(code, call, "");
  }

  /**
   * An error of a function.
   *
   * @param log what the driver said beside the number, or nothing
   */
  public DriverException(int code, String call, String log) {
    super(call + " returned " + code);
    this.code = code;
    this.call = call;
    this.log = log;
  }

  /** The number of the error in {@code CUresult}. */
  public int code() {
    return code;
  }

  /** The function that reported it, which need not be the one that caused it. */
  public String call() {
    return call;
  }

  /** What the driver said beside the number, or nothing. */
  public String log() {
    return log;
  }
}
