// Made by Kiln from t.Text.text.
package t;

import dev.kiln.runtime.KernelInfo;
import javax.annotation.processing.Generated;

/**
 * Stands for a kernel that has errors; every launch throws.
 */
@Generated("dev.kiln.processor.KilnProcessor")
public final class TextKernel {
  private TextKernel() {
  }

  public static void launch(Object... arguments) {
    throw new IllegalStateException("Kernel t.Text.text was not compiled: its build reported errors.");
  }

  public static KernelInfo info() {
    throw new IllegalStateException("Kernel t.Text.text was not compiled: its build reported errors.");
  }
}
