package dev.kiln.runtime;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What CUDA code was compiled for.
 *
 * @param name for example {@code sm_90a}
 * @param capability the compute capability times ten
 * @param reach which devices run it
 */
record CudaArchitecture(String name, int capability, Reach reach) {

  private static final Pattern NAME = Pattern.compile("sm_([0-9]+)(a?)");

  /** Which devices run code of an architecture. */
  enum Reach {
    /** Those of the same capability, with all their instructions. */
    EXACT,
    /** Those of the same and of higher capabilities. */
    UPWARDS
  }

  static CudaArchitecture of(String name) {
    Matcher parts = NAME.matcher(name);
    if (!parts.matches()) {
      throw new IllegalArgumentException("Expected an architecture like sm_90a, found " + name);
    }
    return new CudaArchitecture(
        name,
        Integer.parseInt(parts.group(1)),
        parts.group(2).isEmpty() ? Reach.UPWARDS : Reach.EXACT);
  }

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** The one that a device runs best, if it runs any. */
  static Optional<CudaArchitecture> best(List<CudaArchitecture> some, int capability) {
    return some.stream()
        .filter(each -> each.runsOn(capability))
        .max(
            Comparator.comparing((CudaArchitecture each) -> each.reach == Reach.EXACT)
                .thenComparingInt(CudaArchitecture::capability));
  }

  boolean runsOn(int device) {
    return switch (reach) {
      case EXACT -> capability == device;
      case UPWARDS -> capability <= device;
    };
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
