package dev.kiln.lower.emittable;

import dev.kiln.ir.Value;

/** Inverse trigonometric functions, in F64. */
final class Arcs {
  private static final double PI_HIGH = 0x1.921fb54442d18p+1;
  private static final double PI_LOW = 0x1.1a62633145c07p-53;
  private static final double HALF_PI_HIGH = 0x1.921fb54442d18p+0;
  private static final double HALF_PI_LOW = 0x1.1a62633145c07p-54;
  private static final double QUARTER_PI_HIGH = 0x1.921fb54442d18p-1;
  private static final double QUARTER_PI_LOW = 0x1.1a62633145c07p-55;
  private static final double TAN_PI_8 = 0.41421356237309503;

  /** {@code (asin(s) / s - 1) / s^2} in s^2 up to 1/4; error 2^-55. */
  private static final double[] ASIN = {
    0x1.55555555553e4p-3,
    0x1.333333336790dp-4,
    0x1.6db6db45eadc3p-5,
    0x1.f1c72b5569ee5p-6,
    0x1.6e8a05d2460f7p-6,
    0x1.1c6b030d321f3p-6,
    0x1.c70c62d953cd4p-7,
    0x1.8e705632c22bbp-7,
    0x1.ae3b43fe67573p-8,
    0x1.3e82caddb75e1p-6,
    -0x1.07d6e6839a91ap-6,
    0x1.04d477f696ab9p-5
  };

  /** {@code (atan(t) / t - 1) / t^2} in t^2 up to tan(pi/8)^2; error 2^-59. */
  private static final double[] ATAN = {
    -0x1.5555555555543p-2,
    0x1.9999999996337p-3,
    -0x1.24924922e60ffp-3,
    0x1.c71c70f92ea83p-4,
    -0x1.745cfac23618fp-4,
    0x1.3b11376a306ecp-4,
    -0x1.10ecf13c20cfep-4,
    0x1.df1f9af1527ccp-5,
    -0x1.9d169d57ee7a6p-5,
    0x1.3875d874f986ep-5,
    -0x1.26b1e0f052dc6p-6
  };

  private Arcs() {}

  static Value asin(Formula f, Value x) {
    Value a = f.abs(x);
    Value isSmall = f.less(a, 0.5);
    Value curve = curve(f, a, isSmall);
    Value large = f.sub(HALF_PI_HIGH, f.sub(f.add(curve, curve), HALF_PI_LOW));
    return f.copySign(f.select(isSmall, curve, large), x);
  }

  static Value acos(Formula f, Value x) {
    Value a = f.abs(x);
    Value isSmall = f.less(a, 0.5);
    Value curve = curve(f, a, isSmall);
    Value signed = f.copySign(curve, x);
    Value middle = f.sub(HALF_PI_HIGH, f.sub(signed, HALF_PI_LOW));
    Value twice = f.add(curve, curve);
    Value left = f.sub(PI_HIGH, f.sub(twice, PI_LOW));
    return f.select(isSmall, middle, f.select(f.less(x, 0), left, twice));
  }

  /** The arc sine of a, or, if that is large, of the root of (1 - a) / 2. */
  private static Value curve(Formula f, Value a, Value isSmall) {
    Value z = f.select(isSmall, f.mul(a, a), f.mul(f.sub(1, a), 0.5));
    Value s = f.select(isSmall, a, f.sqrt(z));
    return f.fma(f.mul(s, z), f.poly(z, ASIN), s);
  }

  static Value atan(Formula f, Value x) {
    Value a = f.abs(x);
    Value isLarge = f.greater(a, 1);
    Value t = f.select(isLarge, f.div(1, a), a);
    Value arc = upToOne(f, t);
    Value turned = f.sub(HALF_PI_HIGH, f.sub(arc, HALF_PI_LOW));
    return f.copySign(f.select(isLarge, turned, arc), x);
  }

  /** The angle of the point (x, y), y first, as in Java. */
  static Value atan2(Formula f, Value y, Value x) {
    Value across = f.abs(x);
    Value along = f.abs(y);
    Value isSteep = f.less(across, along);
    Value small = f.select(isSteep, across, along);
    Value large = f.select(isSteep, along, across);
    Value isZero = f.equal(small, 0);
    Value areInfinite = f.equal(small, Double.POSITIVE_INFINITY);
    Value ratio = f.select(areInfinite, 1, f.select(isZero, small, f.div(small, large)));
    Value arc = upToOne(f, ratio);
    Value steep = f.select(isSteep, f.sub(HALF_PI_HIGH, f.sub(arc, HALF_PI_LOW)), arc);
    Value isLeft = f.less(f.copySign(f.of(1), x), 0);
    Value turned = f.select(isLeft, f.sub(PI_HIGH, f.sub(steep, PI_LOW)), steep);
    Value isNaN = f.or(f.isNaN(x), f.isNaN(y));
    return f.select(isNaN, Double.NaN, f.copySign(turned, y));
  }

  /** The arc tangent of a t from 0 to 1, turned by an eighth if it is past a sixteenth. */
  private static Value upToOne(Formula f, Value t) {
    Value isPast = f.greater(t, TAN_PI_8);
    Value turned = f.div(f.sub(t, 1), f.add(t, 1));
    Value s = f.select(isPast, turned, t);
    Value z = f.mul(s, s);
    Value bend = f.mul(f.mul(s, z), f.poly(z, ATAN));
    Value past = f.add(f.add(s, f.add(bend, QUARTER_PI_LOW)), QUARTER_PI_HIGH);
    return f.select(isPast, past, f.add(s, bend));
  }
}
