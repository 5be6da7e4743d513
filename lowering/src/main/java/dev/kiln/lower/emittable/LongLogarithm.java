package dev.kiln.lower.emittable;

import dev.kiln.ir.Value;

/** The natural logarithm of a positive F64 to some 65 bits, for powers. */
final class LongLogarithm {
  private static final double LN2_HIGH = 0x1.62e42fefp-1;
  private static final double LN2_LOW = 0x1.473de6af278edp-34;
  private static final double TWO_THIRDS_HIGH = 0x1.5555555555555p-1;
  private static final double TWO_THIRDS_LOW = 0x1.5555555555555p-55;

  /** {@code (2 artanh(s) / s - 2 - 2 s^2 / 3) / s^4} in s^2. */
  private static final double[] ARTANH = {
    0x1.999999999999fp-2,
    0x1.249249248e435p-2,
    0x1.c71c71d81b676p-3,
    0x1.745d09d1e8b73p-3,
    0x1.3b18c119aa89cp-3,
    0x1.1017acc2ef3fcp-3,
    0x1.08846953891f1p-3
  };

  private LongLogarithm() {}

  static Twofold of(Formula f, Value x) {
    Logarithms.Parts parts = Logarithms.parts(f, x);
    Twofold s = ratio(f, parts.f());
    Twofold square = s.times(f, s);
    Twofold cube = square.times(f, s).times(f, TWO_THIRDS_HIGH, TWO_THIRDS_LOW);
    Value z = square.high();
    Value tail = f.mul(f.mul(f.mul(z, z), s.high()), f.poly(z, ARTANH));
    Twofold twice = new Twofold(f.add(s.high(), s.high()), f.add(s.low(), s.low()));
    Twofold fine = cube.plus(f, new Twofold(tail, f.of(0)));
    Twofold power = Twofold.sum(f, f.mul(parts.e(), LN2_HIGH), f.mul(parts.e(), LN2_LOW));
    Twofold mantissa = twice.plus(f, fine);
    return power.plus(f, mantissa);
  }

  /** {@code x / (2 + x)}. */
  private static Twofold ratio(Formula f, Value x) {
    Twofold below = Twofold.ordered(f, f.of(2), x);
    Value high = f.div(x, below.high());
    Twofold back = Twofold.product(f, high, below.high());
    Value error = f.sub(f.sub(f.sub(x, back.high()), back.low()), f.mul(high, below.low()));
    return new Twofold(high, f.div(error, below.high()));
  }
}
