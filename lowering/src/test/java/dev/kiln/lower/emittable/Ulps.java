package dev.kiln.lower.emittable;

import dev.kiln.ir.DType;

/** Errors in units of the last place of the expected result. */
final class Ulps {
  /** For a wrong sign of zero, a NaN too few or too many, a wrong infinity. */
  private static final double WRONG = 1e9;

  private Ulps() {}

  static double between(DType dtype, double actual, double expected) {
    if (Double.isNaN(actual) || Double.isNaN(expected)) {
      return Double.isNaN(actual) && Double.isNaN(expected) ? 0 : WRONG;
    }
    if (actual == expected) {
      boolean sameSign = Math.copySign(1, actual) == Math.copySign(1, expected);
      return sameSign || dtype == DType.F32 && expected != 0 ? 0 : WRONG;
    }
    double rounded = dtype == DType.F32 ? (float) expected : expected;
    if (Double.isInfinite(actual) || Double.isInfinite(rounded)) {
      return actual == rounded ? 0 : infinite(dtype, actual, expected);
    }
    double unit = dtype == DType.F32 ? Math.ulp((float) expected) : Math.ulp(expected);
    return Math.abs(actual - expected) / unit;
  }

  /** Close to the largest number it may be taken for infinity, and the other way round. */
  private static double infinite(DType dtype, double actual, double expected) {
    double largest = dtype == DType.F32 ? Float.MAX_VALUE : Double.MAX_VALUE;
    double limit = largest * (1 - (dtype == DType.F32 ? 3e-7 : 6e-16));
    boolean isClose =
        Math.abs(actual) >= limit
            && Math.abs(expected) >= limit
            && Math.signum(actual) == Math.signum(expected);
    return isClose ? 1 : WRONG;
  }
}
