// Made by Kiln from t.Parameters.constants.
package t;

import dev.kiln.runtime.KernelInfo;
import javax.annotation.processing.Generated;

/**
 * Stands for a kernel that has errors; every launch throws.
 */
@Generated("dev.kiln.processor.KilnProcessor")
public final class ConstantsKernel {
  private ConstantsKernel() {
  }

  public static void launch(Object... arguments) {
    throw new IllegalStateException("Kernel t.Parameters.constants was not compiled: its build reported errors.");
  }

  public static KernelInfo info() {
    throw new IllegalStateException("Kernel t.Parameters.constants was not compiled: its build reported errors.");
  }
}
