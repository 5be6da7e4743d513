// Made by Kiln from t.Form.returning.
package t;

import dev.kiln.runtime.KernelInfo;
import javax.annotation.processing.Generated;

/**
 * Stands for a kernel that has errors; every launch throws.
 */
@Generated("dev.kiln.processor.KilnProcessor")
public final class ReturningKernel {
  private ReturningKernel() {
  }

  public static void launch(Object... arguments) {
    throw new IllegalStateException("Kernel t.Form.returning was not compiled: its build reported errors.");
  }

  public static KernelInfo info() {
    throw new IllegalStateException("Kernel t.Form.returning was not compiled: its build reported errors.");
  }
}
