package dev.kiln.runtime;

/** A device has too little free memory for a tensor; all other tensors are as they were. */
public final class DeviceMemoryException extends DeviceException {

  private static final long serialVersionUID = 1;

  DeviceMemoryException(String error, String message, Throwable cause) {
    super(error, message, cause);
  }
}
