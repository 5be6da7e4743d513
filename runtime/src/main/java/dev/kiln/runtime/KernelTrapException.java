package dev.kiln.runtime;

/**
 * A kernel stopped at a fault of its own, such as an integer division by zero; what it had written
 * until then is undefined.
 */
public final class KernelTrapException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String kernel;
  private final String site;

  KernelTrapException(String kernel, String site) {
    super("Kernel %s stopped at %s.".formatted(kernel, site));
    this.kernel = kernel;
    this.site = site;
  }

  /** The kernel's class and method. */
  public String kernel() {
    return kernel;
  }

  /** File, line and column in the kernel's source, and the reason. */
  public String site() {
    return site;
  }
}
