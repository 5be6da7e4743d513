package dev.kiln.lower.emittable;

import dev.kiln.ir.Value;

/**
 * Logarithms and inverse hyperbolic functions.
 *
 * <p>{@code ln x = e ln 2 + ln(1 + f)} with {@code x = 2^e (1 + f)} and f around 0. In F64 {@code
 * ln(1 + f) = 2 artanh s = f - (f^2/2 - s (f^2/2 + R))} with {@code s = f / (2 + f)} and R a
 * polynomial in s^2, which keeps f itself outside of all rounding.
 */
final class Logarithms {
  private static final double LN2_HIGH = 0x1.62e42fefp-1;
  private static final double LN2_LOW = 0x1.473de6af278edp-34;
  private static final double LN2_HIGH_SINGLE = 0.693359375;
  private static final double LN2_LOW_SINGLE = -2.12194440e-4;
  private static final double LN_2 = 0.6931471805599453;
  private static final double LOG2_E = 1.4426950408889634;
  private static final double LOG10_E = 0.4342944819032518;
  private static final double LOG10_2_HIGH = 0x1.34413509ep-2;
  private static final double LOG10_2_LOW = 0x1.79fef311f12b3p-38;

  /** {@code (2 artanh(s) / s - 2) / s^2} in s^2; error 2^-51 of a term below 2^-10 of the sum. */
  private static final double[] ARTANH = {
    0x1.5555555555558p-1,
    0x1.99999999951bfp-2,
    0x1.2492492e0f030p-2,
    0x1.c71c62c21809fp-3,
    0x1.7462be2caad05p-3,
    0x1.39fd33f7c7c28p-3,
    0x1.2b662bd638363p-3
  };

  /** {@code (ln(1 + f) - f + f^2/2) / f^3}; error 2^-30. */
  private static final double[] LOG_SINGLE = {
    0.33333313,
    -0.2500001,
    0.20002118,
    -0.16668004,
    0.1421955,
    -0.12405399,
    0.11888133,
    -0.11677006,
    0.067482695
  };

  private Logarithms() {}

  /** {@code x = 2^e (1 + f)}. */
  record Parts(Value e, Value f) {}

  static Value log(Formula f, Value x) {
    Parts parts = parts(f, x);
    return withLimits(f, x, natural(f, parts, f.of(0)));
  }

  static Value log2(Formula f, Value x) {
    Parts parts = parts(f, x);
    return withLimits(f, x, f.fma(mantissa(f, parts.f()), LOG2_E, parts.e()));
  }

  static Value log10(Formula f, Value x) {
    Parts parts = parts(f, x);
    Value low = f.mul(parts.e(), LOG10_2_LOW);
    Value sum = f.fma(mantissa(f, parts.f()), LOG10_E, low);
    return withLimits(f, x, f.fma(parts.e(), LOG10_2_HIGH, sum));
  }

  /** {@code ln(1 + x)}: the logarithm of the rounded sum, and what rounding took. */
  static Value log1p(Formula f, Value x) {
    Value sum = f.add(x, 1);
    Value lost = f.select(f.greater(sum, 0x1.0p53), 0, f.div(f.sub(x, f.sub(sum, 1)), sum));
    Value result = withLimits(f, sum, natural(f, parts(f, sum), lost));
    return f.select(f.equal(x, 0), x, result);
  }

  static Value asinh(Formula f, Value x) {
    Value a = f.abs(x);
    Value square = f.mul(a, a);
    Value root = f.add(f.sqrt(f.add(square, 1)), 1);
    Value near = log1p(f, f.add(a, f.div(square, root)));
    Value far = f.add(log(f, a), LN_2);
    return f.copySign(f.select(f.greater(a, 0x1.0p28), far, near), x);
  }

  static Value acosh(Formula f, Value x) {
    Value t = f.sub(x, 1);
    Value near = log1p(f, f.add(t, f.sqrt(f.fma(t, t, f.add(t, t)))));
    Value far = f.add(log(f, x), LN_2);
    return f.select(f.greater(x, 0x1.0p28), far, near);
  }

  static Value atanh(Formula f, Value x) {
    Value a = f.abs(x);
    Value ratio = f.div(f.add(a, a), f.sub(1, a));
    return f.copySign(f.mul(log1p(f, ratio), 0.5), x);
  }

  /** 0, infinity and what has no logarithm. */
  private static Value withLimits(Formula f, Value x, Value result) {
    Value isInfinite = f.equal(x, Double.POSITIVE_INFINITY);
    Value known = f.select(isInfinite, x, result);
    Value negative = f.select(f.atLeast(x, 0), known, f.of(Double.NaN));
    return f.select(f.equal(x, 0), Double.NEGATIVE_INFINITY, negative);
  }

  private static Value natural(Formula f, Parts parts, Value lost) {
    double high = f.isDouble() ? LN2_HIGH : LN2_HIGH_SINGLE;
    double low = f.isDouble() ? LN2_LOW : LN2_LOW_SINGLE;
    Value small = f.fma(parts.e(), low, lost);
    Value sum = f.add(parts.f(), f.add(small, curve(f, parts.f())));
    return f.fma(parts.e(), high, sum);
  }

  private static Value mantissa(Formula f, Value x) {
    return f.add(x, curve(f, x));
  }

  /** {@code ln(1 + x) - x}. */
  private static Value curve(Formula f, Value x) {
    Value square = f.mul(x, x);
    if (!f.isDouble()) {
      return f.mul(square, f.fma(x, f.poly(x, LOG_SINGLE), -0.5));
    }
    Value half = f.mul(square, 0.5);
    Value s = f.div(x, f.add(x, 2));
    Value z = f.mul(s, s);
    Value r = f.mul(z, f.poly(z, ARTANH));
    return f.sub(f.mul(s, f.add(half, r)), half);
  }

  /** Splits a positive finite x so that 1 + f lies between the roots of 1/2 and 2. */
  static Parts parts(Formula f, Value x) {
    double smallest = f.isDouble() ? Double.MIN_NORMAL : Float.MIN_NORMAL;
    Value isTiny = f.less(x, smallest);
    int lift = f.mantissaBits() + 2;
    Value normal = f.select(isTiny, f.mul(x, Math.scalb(1.0, lift)), x);
    double root = Math.sqrt(0.5);
    long rootBits =
        f.isDouble() ? Double.doubleToRawLongBits(root) : Float.floatToRawIntBits((float) root);
    long one = (long) f.bias() << f.mantissaBits();
    Value moved = f.plus(f.bits(normal), one - rootBits);
    Value exponent = f.plus(f.shiftRight(moved, f.mantissaBits()), -f.bias());
    Value e = f.ofInteger(exponent);
    Value m = f.ofBits(f.plus(f.and(moved, (1L << f.mantissaBits()) - 1), rootBits));
    return new Parts(f.select(isTiny, f.sub(e, lift), e), f.sub(m, 1));
  }
}
