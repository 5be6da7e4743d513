package dev.kiln.runtime;

import org.jspecify.annotations.Nullable;

/**
 * An error that a device's driver reported. The message says what was being done and what helps.
 *
 * <p>Devices work asynchronously: a fault of a kernel is reported by some later call, whose
 * exception names the kernel that was launched last before it.
 */
public sealed class DeviceException extends RuntimeException permits DeviceMemoryException {

  private static final long serialVersionUID = 1;

  private final String error;

  DeviceException(String error, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.error = error;
  }

  /** The driver's name of the error, for example {@code CUDA_ERROR_ILLEGAL_ADDRESS}. */
  public String error() {
    return error;
  }
}
