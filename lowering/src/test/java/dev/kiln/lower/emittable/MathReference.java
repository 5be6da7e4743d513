package dev.kiln.lower.emittable;

import dev.kiln.ir.DType;
import dev.kiln.ir.MathFunction;
import java.util.Random;

/**
 * What functions give, in F64 and with an error of one unit or two of its last place: {@code
 * StrictMath} where it has the function, else formulas on it.
 */
final class MathReference {
  private static final double LN_2 = 0.6931471805599453;

  private MathReference() {}

  /** Whether a function is judged by its error; the others are exact or have an own test. */
  static boolean sweeps(MathFunction function) {
    return switch (function) {
      case COPYSIGN, LDEXP -> false;
      default -> true;
    };
  }

  /** The documented error in units of the last place; for F64 with that of the reference. */
  static double limit(MathFunction function, DType dtype) {
    boolean isDouble = dtype == DType.F64;
    return switch (function) {
      case ROUND, NEXTAFTER, COPYSIGN, LDEXP -> 0;
      case EXP, EXP2 -> isDouble ? 2 : 1.4;
      case LOG -> isDouble ? 2 : 0.9;
      case LOG2 -> isDouble ? 4 : 1.8;
      case SIN, COS -> isDouble ? 2 : 1.5;
      case TANH -> isDouble ? 4 : 2;
      case SIGMOID -> isDouble ? 4 : 2.3;
      case ERF -> isDouble ? 6 : 3.2;
      case RSQRT -> 1.5;
      default -> isDouble ? 4 : 0.51;
    };
  }

  static double of(MathFunction function, double x, double y) {
    return switch (function) {
      case EXP -> StrictMath.exp(x);
      case EXP2 -> StrictMath.pow(2, x);
      case EXP10 -> StrictMath.pow(10, x);
      case EXPM1 -> StrictMath.expm1(x);
      case LOG -> StrictMath.log(x);
      case LOG2 -> log2(x);
      case LOG10 -> StrictMath.log10(x);
      case LOG1P -> StrictMath.log1p(x);
      case SIN -> StrictMath.sin(x);
      case COS -> StrictMath.cos(x);
      case TAN -> StrictMath.tan(x);
      case SINH -> StrictMath.sinh(x);
      case COSH -> StrictMath.cosh(x);
      case TANH -> StrictMath.tanh(x);
      case ASIN -> StrictMath.asin(x);
      case ACOS -> StrictMath.acos(x);
      case ATAN -> StrictMath.atan(x);
      case ASINH -> asinh(x);
      case ACOSH -> x > 1e10 ? StrictMath.log(x) + LN_2 : acosh(x - 1);
      case ATANH -> Math.copySign(StrictMath.log1p(2 * Math.abs(x) / (1 - Math.abs(x))) / 2, x);
      case ATAN2 -> StrictMath.atan2(x, y);
      case CBRT -> StrictMath.cbrt(x);
      case RSQRT -> 1 / StrictMath.sqrt(x);
      case POW -> StrictMath.pow(x, y);
      case SIGMOID -> sigmoid(x);
      case ERF -> erf(x);
      case ROUND -> round(x);
      case HYPOT -> StrictMath.hypot(x, y);
      case LDEXP -> Math.scalb(x, (int) y);
      case COPYSIGN -> Math.copySign(x, y);
      case NEXTAFTER -> Math.nextAfter(x, y);
    };
  }

  private static double round(double x) {
    double whole = Math.copySign(Math.floor(Math.abs(x)), x);
    return Math.abs(x - whole) >= 0.5 ? whole + Math.copySign(1, x) : whole;
  }

  private static double log2(double x) {
    if (!(x > 0) || Double.isInfinite(x)) {
      return StrictMath.log(x);
    }
    double normal = x < Double.MIN_NORMAL ? x * 0x1.0p54 : x;
    int exponent = Math.getExponent(normal);
    double mantissa = Math.scalb(normal, -exponent);
    if (mantissa > Math.sqrt(2)) {
      mantissa /= 2;
      exponent++;
    }
    return exponent - (x < Double.MIN_NORMAL ? 54 : 0) + StrictMath.log(mantissa) / LN_2;
  }

  private static double asinh(double x) {
    double a = Math.abs(x);
    double result =
        a > 1e10
            ? StrictMath.log(a) + LN_2
            : StrictMath.log1p(a + a * a / (1 + StrictMath.sqrt(1 + a * a)));
    return Math.copySign(result, x);
  }

  private static double acosh(double t) {
    return StrictMath.log1p(t + StrictMath.sqrt(2 * t + t * t));
  }

  private static double sigmoid(double x) {
    double e = StrictMath.exp(-Math.abs(x));
    return x < 0 ? e / (1 + e) : 1 / (1 + e);
  }

  private static double erf(double x) {
    double a = Math.abs(x);
    if (Double.isNaN(x) || a > 6 || a < 1e-8) {
      return a > 6 ? Math.signum(x) : x * 1.1283791670955126;
    }
    if (a < 1) {
      double term = x;
      double sum = x;
      for (int k = 1; k < 25; k++) {
        term *= -x * x / k;
        sum += term / (2 * k + 1);
      }
      return sum * 1.1283791670955126;
    }
    return Math.copySign(1 - complement(a), x);
  }

  /** By the continued fraction {@code e^(-x^2) / sqrt(pi) / (x + (1/2) / (x + (2/2) / ...))}. */
  private static double complement(double x) {
    double fraction = 0;
    for (int k = 600; k > 0; k--) {
      fraction = k / 2.0 / (x + fraction);
    }
    return StrictMath.exp(-x * x) / 1.772453850905516 / (x + fraction);
  }

  static double sample(MathFunction function, DType dtype, int number, Random random) {
    boolean isDouble = dtype == DType.F64;
    double range =
        switch (function) {
          case EXP, EXPM1, SINH, COSH, SIGMOID -> isDouble ? 760 : 106;
          case EXP2 -> isDouble ? 1080 : 155;
          case EXP10 -> isDouble ? 326 : 46;
          case TANH, ERF -> 6;
          case ASIN, ACOS, ATANH -> 1;
          case SIN, COS, TAN -> 100;
          default -> 10;
        };
    double x =
        switch (random.nextInt(4)) {
          case 0 -> (random.nextDouble() * 2 - 1) * range;
          case 1 -> random.nextDouble() * 2 - 1;
          case 2 ->
              isDouble
                  ? Double.longBitsToDouble(random.nextLong())
                  : Float.intBitsToFloat(random.nextInt());
          default -> (random.nextBoolean() ? 1 : -1) * Math.exp(random.nextGaussian() * 3);
        };
    return switch (function) {
      case ACOSH -> 1 + Math.abs(x);
      case LOG, LOG2, LOG10, RSQRT -> random.nextInt(10) > 0 ? Math.abs(x) : x;
      case POW -> number == 0 ? base(x, random) : exponent(x, isDouble, random);
      default -> x;
    };
  }

  private static double base(double x, Random random) {
    return random.nextInt(4) > 0 ? Math.abs(x) : x;
  }

  private static double exponent(double x, boolean isDouble, Random random) {
    return random.nextInt(3) == 0 ? Math.rint(x) : x * (isDouble ? 40 : 8);
  }
}
