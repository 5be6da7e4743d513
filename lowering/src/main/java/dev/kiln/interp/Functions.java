package dev.kiln.interp;

import dev.kiln.ir.MathFunction;

/** The portable maths in double precision. */
final class Functions {
  private static final double LN_2 = Math.log(2);
  private static final double TWO_BY_ROOT_PI = 2 / Math.sqrt(Math.PI);

  private Functions() {}

  /** The function at {@code x} (and {@code y}, where it takes two arguments). */
  static double apply(MathFunction function, double x, double y) {
    return switch (function) {
      case EXP -> Math.exp(x);
      case EXP2 -> Math.pow(2, x);
      case EXP10 -> Math.pow(10, x);
      case EXPM1 -> Math.expm1(x);
      case LOG -> Math.log(x);
      case LOG2 -> log2(x);
      case LOG10 -> Math.log10(x);
      case LOG1P -> Math.log1p(x);
      case SIN -> Math.sin(x);
      case COS -> Math.cos(x);
      case TAN -> Math.tan(x);
      case SINH -> Math.sinh(x);
      case COSH -> Math.cosh(x);
      case TANH -> Math.tanh(x);
      case ASIN -> Math.asin(x);
      case ACOS -> Math.acos(x);
      case ATAN -> Math.atan(x);
      case ASINH -> asinh(x);
      case ACOSH -> acosh(x);
      case ATANH -> 0.5 * (Math.log1p(x) - Math.log1p(-x));
      case ATAN2 -> Math.atan2(x, y);
      case CBRT -> Math.cbrt(x);
      case RSQRT -> 1 / Math.sqrt(x);
      case POW -> Math.pow(x, y);
      case SIGMOID -> x < 0 ? Math.exp(x) / (1 + Math.exp(x)) : 1 / (1 + Math.exp(-x));
      case ERF -> erf(x);
      case ROUND -> round(x);
      case HYPOT -> Math.hypot(x, y);
      case LDEXP -> Math.scalb(x, (int) y);
      case COPYSIGN -> copySign(x, y);
      case NEXTAFTER -> Math.nextAfter(x, y);
    };
  }

  private static double log2(double x) {
    int exponent = Math.getExponent(x);
    boolean isPowerOfTwo = x > 0 && x == Math.scalb(1.0, exponent);
    return isPowerOfTwo ? exponent : Math.log(x) / LN_2;
  }

  private static double asinh(double x) {
    double a = Math.abs(x);
    double magnitude =
        a > 0x1p28 ? Math.log(a) + LN_2 : Math.log1p(a + a * a / (1 + Math.sqrt(1 + a * a)));
    return Math.copySign(magnitude, x);
  }

  private static double acosh(double x) {
    return x > 0x1p28 ? Math.log(x) + LN_2 : Math.log1p((x - 1) + Math.sqrt((x - 1) * (x + 1)));
  }

  private static double round(double x) {
    double magnitude = Math.abs(x);
    double floor = Math.floor(magnitude);
    return Math.copySign(magnitude - floor >= 0.5 ? floor + 1 : floor, x);
  }

  private static double copySign(double magnitude, double sign) {
    long bits = Double.doubleToRawLongBits(magnitude) & Long.MAX_VALUE;
    return Double.longBitsToDouble(bits | (Double.doubleToRawLongBits(sign) & Long.MIN_VALUE));
  }

  /**
   * The error function to a few units in the last place of a double. Up to 3 by the series {@code
   * 2/sqrt(pi) exp(-x^2) sum of 2^n x^(2n+1) / (1 3 5 .. 2n+1)}, whose terms are all positive;
   * beyond by the continued fraction of its complement.
   */
  static double erf(double x) {
    double a = Math.abs(x);
    if (Double.isNaN(x) || a == 0) {
      return x;
    }
    return Math.copySign(a < 3 ? erfSeries(a) : 1 - erfcFraction(a), x);
  }

  private static double erfSeries(double a) {
    double term = a;
    double sum = a;
    for (int n = 1; term > sum * 0x1p-60; n++) {
      term *= 2 * a * a / (2 * n + 1);
      sum += term;
    }
    return TWO_BY_ROOT_PI * Math.exp(-a * a) * sum;
  }

  /** {@code exp(-a^2)/sqrt(pi) / (a + 1/2/(a + 2/2/(a + 3/2/(a + ...))))}. */
  private static double erfcFraction(double a) {
    if (a > 6.5) {
      return 0;
    }
    double tail = a;
    for (int n = 60; n >= 1; n--) {
      tail = a + n / 2.0 / tail;
    }
    return Math.exp(-a * a) / Math.sqrt(Math.PI) / tail;
  }
}
