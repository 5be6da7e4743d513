package dev.kiln.codegen.llvm.worker;

import java.util.Objects;

/**
 * A request that gave no product; the message says why, in the words of LLVM, of the linker or of
 * the operating system.
 */
public final class WorkerException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Whose fault a failure is. */
  public enum Kind {
    /** LLVM or the linker refused the request; the child lives on. */
    REFUSED,
    /** The child died of the request. */
    CRASHED,
    /** The child needed more memory than it may take, and ended. */
    OUT_OF_MEMORY,
    /** The request took too long and the child was ended. */
    TIMED_OUT,
    /** No child could be started, or none could be spoken to. */
    UNAVAILABLE
  }

  private final Kind kind;

  /** Creates the failure of one request. */
  public WorkerException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** Says that a resource of a library is not there. */
  public static String missing(String resource) {
    return resource
        + " is not on the processor path; Kiln's compiler runs on linux-x86_64 with"
        + " the JavaCPP LLVM preset beside it";
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }

  /** Returns whose fault it is. */
  public Kind kind() {
    return kind;
  }
}
