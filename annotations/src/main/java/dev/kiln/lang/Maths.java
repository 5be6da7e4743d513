package dev.kiln.lang;

/**
 * Functions in double precision that {@link Math} lacks; errors are a few units in the last place.
 */
final class Maths {

  private static final double LN2 = 0x1.62e42fefa39efp-1;
  private static final double TWO_OVER_SQRT_PI = 0x1.20dd750429b6dp0;

  /** From here on erf is 1 in double precision. */
  private static final double ERF_IS_ONE = 6.0;

  private static final double SERIES_ENDS = 1.5;

  private Maths() {}

  /** Splits off the exponent, so that powers of two are exact. */
  static double log2(double x) {
    if (!(x > 0) || Double.isInfinite(x)) {
      return Math.log(x);
    }
    double scaled = x < Double.MIN_NORMAL ? x * 0x1p54 : x;
    int exponent = Math.getExponent(scaled);
    double fraction = Math.scalb(scaled, -exponent);
    if (fraction > Math.sqrt(2.0)) {
      fraction /= 2;
      exponent++;
    }
    return Math.log(fraction) / LN2 + (scaled == x ? exponent : exponent - 54);
  }

  static double asinh(double x) {
    double a = Math.abs(x);
    if (a > 0x1p28) {
      return Math.copySign(Math.log(a) + LN2, x);
    }
    double square = a * a;
    return Math.copySign(Math.log1p(a + square / (1 + Math.sqrt(1 + square))), x);
  }

  static double acosh(double x) {
    if (x > 0x1p28) {
      return Math.log(x) + LN2;
    }
    double above = x - 1;
    return Math.log1p(above + Math.sqrt(above * (x + 1)));
  }

  static double atanh(double x) {
    double a = Math.abs(x);
    return Math.copySign(0.5 * Math.log1p(2 * a / (1 - a)), x);
  }

  /** The difference to the integer below is exact, so the comparison with a half is too. */
  static double round(double x) {
    double a = Math.abs(x);
    double below = Math.floor(a);
    return Math.copySign(a - below >= 0.5 ? below + 1 : below, x);
  }

  static double trunc(double x) {
    return Math.copySign(Math.floor(Math.abs(x)), x);
  }

  /**
   * The error function.
   *
   * <p>Up to 1.5 by the series {@code 2/√π · exp(−x²) · Σ 2ⁿ x²ⁿ⁺¹ / (1·3·…·(2n+1))}, all of whose
   * terms have one sign; above by a continued fraction of the complement, which is small there.
   */
  static double erf(double x) {
    double a = Math.abs(x);
    if (Double.isNaN(x) || a == 0) {
      return x;
    }
    if (a >= ERF_IS_ONE) {
      return Math.copySign(1, x);
    }
    return Math.copySign(a < SERIES_ENDS ? erfSeries(a) : 1 - erfcFraction(a), x);
  }

  /** From the inside out: {@code a · (1 + 2x²/3 · (1 + 2x²/5 · (1 + …)))}. */
  private static double erfSeries(double a) {
    double square = a * a;
    double sum = 1;
    for (int odd = 81; odd > 1; odd -= 2) {
      sum = 1 + 2 * square / odd * sum;
    }
    return TWO_OVER_SQRT_PI * expMinusSquare(a) * a * sum;
  }

  /** {@code exp(−a²)/√π · 1/(a + (1/2)/(a + 1/(a + (3/2)/(a + …))))}, from the inside out. */
  private static double erfcFraction(double a) {
    double tail = a;
    for (int n = 30 + (int) (250 / (a * a)); n > 0; n--) {
      tail = a + 0.5 * n / tail;
    }
    return TWO_OVER_SQRT_PI / 2 * expMinusSquare(a) / tail;
  }

  /** The rounding error of the square is put back, since exp would magnify it. */
  private static double expMinusSquare(double a) {
    double square = a * a;
    double error = Math.fma(a, a, -square);
    return Math.exp(-square) * (1 - error);
  }
}
