package dev.kiln.lang;

/** A fault that a mode of {@link Reference} found, thrown by the access that completes it. */
public final class ReferenceException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final Reference.Mode mode;

  ReferenceException(Reference.Mode mode, String message) {
    super(message);
    this.mode = mode;
  }

  /** The mode that found the fault. */
  public Reference.Mode mode() {
    return mode;
  }
}
