package dev.kiln.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What CUDA code was compiled for.
 *
 * @param name for example {@code sm_90a}
 * @param capability the compute capability times ten
 * @param reach which devices run it
 */
record CudaArchitecture(String name, int capability, Reach reach) {

  private static final String PREFIX = "sm_";

  /** Which devices run code of an architecture. */
  enum Reach {
    /** Those of the same capability, with all their instructions. */
    EXACT,
    /** Those of the same and of higher capabilities. */
    UPWARDS
  }

  /** That of a name like {@code sm_90a}, or null for what is no name of one. */
  static @Nullable CudaArchitecture named(String text) {
    int end = text.endsWith("a") ? text.length() - 1 : text.length();
    if (!text.startsWith(PREFIX) || end == PREFIX.length() || end > PREFIX.length() + 4) {
      return null;
    }
    int capability = 0;
    for (int i = PREFIX.length(); i < end; i++) {
      char digit = text.charAt(i);
      if (digit < '0' || digit > '9') {
        return null;
      }
      capability = 10 * capability + digit - '0';
    }
    return new CudaArchitecture(
        text, capability, end < text.length() ? Reach.EXACT : Reach.UPWARDS);
  }

  /** The one that a device runs best; null if it runs none. */
  static @Nullable CudaArchitecture best(List<CudaArchitecture> some, int device) {
    CudaArchitecture best = null;
    for (CudaArchitecture each : some) {
      if (each.runsOn(device) && (best == null || each.isBetterThan(best))) {
        best = each;
      }
    }
    return best;
  }

  private boolean isBetterThan(CudaArchitecture other) {
    return reach == other.reach ? capability > other.capability : reach == Reach.EXACT;
  }

  boolean runsOn(int device) {
    return reach == Reach.EXACT ? capability == device : capability <= device;
  }

  /** Whether a device runs its machine code as it is, so that PTX is not needed. */
  boolean isNativeTo(int device) {
    return runsOn(device) && capability / 10 == device / 10;
  }

  @Override
  public String toString() {
    return name;
  }
}
