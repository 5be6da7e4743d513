// Made by Kiln from t.Variants.values.
package t;

import dev.kiln.runtime.KernelInfo;
import javax.annotation.processing.Generated;

/**
 * Stands for a kernel that has errors; every launch throws.
 */
@Generated("dev.kiln.processor.KilnProcessor")
public final class ValuesKernel {
  private ValuesKernel() {
  }

  public static void launch(Object... arguments) {
    throw new IllegalStateException("Kernel t.Variants.values was not compiled: its build reported errors.");
  }

  public static KernelInfo info() {
    throw new IllegalStateException("Kernel t.Variants.values was not compiled: its build reported errors.");
  }
}
