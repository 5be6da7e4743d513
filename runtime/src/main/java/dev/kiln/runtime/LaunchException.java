package dev.kiln.runtime;

/** Arguments that a kernel cannot be launched with; nothing was run and nothing was written. */
public final class LaunchException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  LaunchException(String message) {
    super(message);
  }
}
