package dev.kiln.lower.emittable;

import dev.kiln.ir.Value;

/** Powers and roots. */
final class Powers {
  private static final double LOG2_E = 1.4426950408889634;
  private static final double LN2_HIGH = 0x1.62e42fefp-1;
  private static final double LN2_LOW = 0x1.473de6af278edp-34;

  /** A first guess for the cube root of 1 to 8; error 2^-9. */
  private static final double[] CUBE_ROOT = {
    0.6272944366901372,
    0.4491935334662293,
    -0.08377481347008839,
    0.009583745646052662,
    -0.0004320952215173106
  };

  private Powers() {}

  static Value rsqrt(Formula f, Value x) {
    return f.div(1, f.sqrt(x));
  }

  /** {@code x^y} in F64, with an error of a few units of the last of 53 bits. */
  static Value pow(Formula f, Value x, Value y) {
    Value exponent = f.clamp(y, -0x1.0p70, 0x1.0p70);
    Twofold logarithm = LongLogarithm.of(f, f.abs(x));
    Twofold product = Twofold.product(f, logarithm.high(), exponent);
    Value low = f.fma(logarithm.low(), exponent, product.low());
    Value within = f.clamp(product.high(), -750, 720);
    Formula.Nearest n = f.nearest(within, LOG2_E);
    Value r = f.fma(n.value(), -LN2_LOW, f.fma(n.value(), -LN2_HIGH, within));
    Value isFar = f.greater(f.abs(product.high()), 700);
    Value rest = f.add(r, f.select(isFar, f.clamp(low, -1, 1), low));
    return withLimits(f, x, y, f.scale(f.add(Exponentials.rest(f, rest), 1), n));
  }

  /** {@code x^y} in F64, good to 40 bits. */
  static Value quickPow(Formula f, Value x, Value y) {
    Value logarithm = Logarithms.log(f, f.abs(x));
    Value exponent = f.clamp(y, -0x1.0p200, 0x1.0p200);
    return withLimits(f, x, y, Exponentials.exp(f, f.mul(logarithm, exponent)));
  }

  /** Zeros, infinities and signs by the rules of {@code Math.pow}. */
  private static Value withLimits(Formula f, Value x, Value y, Value power) {
    Value a = f.abs(x);
    Value infinity = f.of(Double.POSITIVE_INFINITY);
    Value grows = f.greater(y, 0);
    Value atZero = f.select(grows, 0, infinity);
    Value atInfinity = f.select(grows, infinity, f.of(0));
    Value isInfinite = f.equal(a, Double.POSITIVE_INFINITY);
    Value size = f.select(f.equal(a, 0), atZero, f.select(isInfinite, atInfinity, power));
    Value isWhole = f.equal(f.trunc(y), y);
    Value half = f.mul(y, 0.5);
    Value isOdd = f.and(isWhole, f.not(f.equal(f.trunc(half), half)));
    Value isLeft = f.less(f.copySign(f.of(1), x), 0);
    Value signed = f.select(f.and(isLeft, isOdd), f.neg(size), size);
    Value isNegative = f.and(f.less(x, 0), f.not(isInfinite));
    Value hasNone = f.and(isNegative, f.not(isWhole));
    Value isOneToInfinity = f.and(f.equal(a, 1), f.equal(f.abs(y), Double.POSITIVE_INFINITY));
    Value isNaN = f.or(f.or(f.isNaN(x), f.isNaN(y)), f.or(hasNone, isOneToInfinity));
    return f.select(f.equal(y, 0), 1, f.select(isNaN, Double.NaN, signed));
  }

  /** By an estimate and two steps of Halley. */
  static Value cbrt(Formula f, Value x) {
    Value a = f.abs(x);
    Value isTiny = f.less(a, Double.MIN_NORMAL);
    Value normal = f.select(isTiny, f.mul(a, 0x1.0p54), a);
    Value bits = f.bits(normal);
    Value exponent = f.ofInteger(f.plus(f.shiftRight(bits, 52), -1023));
    Value third = f.nearest(f.mul(f.sub(exponent, 1), 1.0 / 3)).value();
    Value spare = f.fma(third, -3, exponent);
    Value one = f.ofBits(f.or(f.and(bits, (1L << 52) - 1), f.integer(1023L << 52)));
    Value m = f.mul(one, f.powerOfTwo(f.nearest(spare).biased()));
    Value root = halley(f, m, halley(f, m, f.poly(m, CUBE_ROOT)));
    Value power = f.select(isTiny, f.sub(third, 18), third);
    Value result = f.copySign(f.mul(root, f.powerOfTwo(f.nearest(power).biased())), x);
    Value isFinite = f.and(f.less(a, Double.POSITIVE_INFINITY), f.greater(a, 0));
    return f.select(isFinite, result, x);
  }

  private static Value halley(Formula f, Value m, Value y) {
    Value cube = f.mul(f.mul(y, y), y);
    Value step = f.div(f.sub(cube, m), f.add(f.add(cube, cube), m));
    return f.sub(y, f.mul(y, step));
  }

  static Value hypot(Formula f, Value x, Value y) {
    Value a = f.abs(x);
    Value b = f.abs(y);
    Value isLess = f.less(a, b);
    Value large = f.select(isLess, b, a);
    Value small = f.select(isLess, a, b);
    Value ratio = f.div(small, large);
    Value length = f.mul(large, f.sqrt(f.fma(ratio, ratio, 1)));
    Value known = f.select(f.equal(small, 0), large, length);
    Value isNaN = f.or(f.isNaN(x), f.isNaN(y));
    Value finite = f.select(isNaN, Double.NaN, known);
    Value isInfinite =
        f.or(f.equal(a, Double.POSITIVE_INFINITY), f.equal(b, Double.POSITIVE_INFINITY));
    return f.select(isInfinite, Double.POSITIVE_INFINITY, finite);
  }
}
