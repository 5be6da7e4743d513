package dev.kiln.lower.emittable;

import dev.kiln.ir.Value;

/**
 * Exponentials and what is made of them.
 *
 * <p>{@code e^x = 2^n e^r} with n the nearest integer to {@code x / ln 2} and r the rest, taken off
 * with ln 2 in two parts of which the first has few bits, so that n times it is exact. {@code e^r}
 * is a polynomial, minimax on the interval of r.
 */
final class Exponentials {
  private static final double LOG2_E = 1.4426950408889634;
  private static final double LOG2_10 = 3.321928094887362;
  private static final double LN_10 = 2.302585092994046;

  /** ln 2 in two parts. */
  private static final double LN2_HIGH = 0x1.62e42fefp-1;

  private static final double LN2_LOW = 0x1.473de6af278edp-34;
  private static final double LN2_HIGH_SINGLE = 0.693359375;
  private static final double LN2_LOW_SINGLE = -2.12194440e-4;

  /** log10 2 in two parts. */
  private static final double LOG10_2_HIGH = 0x1.34413509ep-2;

  private static final double LOG10_2_LOW = 0x1.79fef311f12b3p-38;

  /** {@code (e^r - 1 - r) / r^2} for r up to ln 2 / 2; error 2^-59. */
  private static final double[] EXP = {
    0x1.0p-1,
    0x1.5555555555557p-3,
    0x1.5555555555558p-5,
    0x1.11111111100d2p-7,
    0x1.6c16c16c151eep-10,
    0x1.a01a01abed19fp-13,
    0x1.a01a01ad000a1p-16,
    0x1.71de022182826p-19,
    0x1.27e4ccc141a70p-22,
    0x1.af4e0abcd3613p-26,
    0x1.1f8b61d28de8cp-29
  };

  /** The same with an error of 2^-28 of the whole. */
  private static final double[] EXP_SINGLE = {
    0.5, 0.1666652, 0.041666206, 0.008368874, 0.0013950549
  };

  /** {@code (2^r - 1) / r} for r up to 1/2; error 2^-28 of the whole. */
  private static final double[] EXP2_SINGLE = {
    0.6931472, 0.2402265, 0.05550329, 0.009618005, 0.0013399937, 0.00015476163
  };

  /** {@code (tanh(x) / x - 1) / x^2} in x^2 up to 0.37; error 2^-66. */
  private static final double[] TANH = {
    -0x1.5555555555555p-2,
    0x1.11111111110f1p-3,
    -0x1.ba1ba1ba1937dp-5,
    0x1.664f4882063c0p-6,
    -0x1.226e353d4ac46p-7,
    0x1.d6d3c9588fa03p-9,
    -0x1.7da2d02319784p-10,
    0x1.3550366b967f8p-11,
    -0x1.f4e3de0c5ac95p-13,
    0x1.9260d939ec97fp-14,
    -0x1.35c09779e891bp-15,
    0x1.955213d6d0accp-17,
    -0x1.40f5812d7ffe3p-19
  };

  /** The same up to 0.4; error 2^-27. */
  private static final double[] TANH_SINGLE = {
    -0.3333329, 0.13331577, -0.053746164, 0.020648917, -0.005706424
  };

  /** log2 e in two parts, each an F32. */
  private static final double LOG2_E_HIGH = 0x1.715476p+0;

  private static final double LOG2_E_LOW = 0x1.4ae0cp-26;

  private static final double LN_2 = 0.6931471805599453;

  /** Beyond it, exponentials are 0 or infinite. */
  private static final double EXTREME = 200;

  private Exponentials() {}

  /** {@code e^x} of F32 where powers of two are an instruction. */
  static Value expByPower(Formula f, Value x) {
    Value bounded = f.clamp(x, -EXTREME, EXTREME);
    Value exponent = f.mul(bounded, LOG2_E_HIGH);
    Value lost = f.out().fma(bounded, f.of(LOG2_E_HIGH), f.neg(exponent), /* exact= */ true);
    Value rest = f.fma(bounded, LOG2_E_LOW, lost);
    return f.mul(f.powerOf(exponent), f.fma(rest, f.of(LN_2), 1));
  }

  /** An exponential in parts: {@code 2^n (1 + rest)}. */
  private record Parts(Formula.Nearest n, Value rest) {}

  static Value exp(Formula f, Value x) {
    if (f.isDouble()) {
      Parts parts = parts(f, f.clamp(x, -746, 710));
      return f.scale(f.add(parts.rest(), 1), parts.n());
    }
    Value within = f.clamp(x, -104, 89);
    Formula.Nearest n = f.nearest(within, LOG2_E);
    Value r = reduced(f, within, n.value());
    return f.scale(f.fma(f.fma(f.poly(r, EXP_SINGLE), r, 1), r, 1), n);
  }

  static Value exp2(Formula f, Value x) {
    if (!f.isDouble()) {
      Value within = f.clamp(x, -151, 129);
      Formula.Nearest n = f.nearest(within);
      Value r = f.sub(within, n.value());
      return f.scale(f.fma(r, f.poly(r, EXP2_SINGLE), 1), n);
    }
    Value within = f.clamp(x, -1076, 1025);
    Formula.Nearest n = f.nearest(within);
    Value r = f.mul(f.sub(within, n.value()), 1 / LOG2_E);
    return f.scale(f.add(rest(f, r), 1), n);
  }

  static Value exp10(Formula f, Value x) {
    Value within = f.clamp(x, -325, 309);
    Formula.Nearest n = f.nearest(within, LOG2_10);
    Value high = f.fma(n.value(), -LOG10_2_HIGH, within);
    Value r = f.mul(f.fma(n.value(), -LOG10_2_LOW, high), LN_10);
    return f.scale(f.add(rest(f, r), 1), n);
  }

  static Value expm1(Formula f, Value x) {
    Value within = f.clamp(x, -50, 710);
    Parts parts = parts(f, within);
    // Half of the result, so that the largest do not overflow on the way.
    Value power = f.powerOfTwo(f.plus(parts.n().biased(), -1));
    Value half = f.fma(parts.rest(), power, f.sub(power, 0.5));
    Value whole = f.add(half, half);
    Value isSmall = f.equal(parts.n().value(), 0);
    Value result = f.select(isSmall, parts.rest(), whole);
    return f.select(f.equal(x, 0), x, result);
  }

  static Value sinh(Formula f, Value x) {
    Value a = f.abs(x);
    Value t = expm1(f, f.atMost(a, 40));
    Value small = f.mul(f.add(t, f.div(t, f.add(t, 1))), 0.5);
    Value result = f.select(f.less(a, 38), small, halfExp(f, a));
    return f.copySign(result, x);
  }

  static Value cosh(Formula f, Value x) {
    Value a = f.abs(x);
    Value e = exp(f, f.atMost(a, 40));
    Value small = f.mul(f.add(e, f.div(1, e)), 0.5);
    return f.select(f.less(a, 38), small, halfExp(f, a));
  }

  /** {@code e^x / 2} without overflow before the result's. */
  private static Value halfExp(Formula f, Value x) {
    Parts parts = parts(f, f.atMost(x, 712));
    return f.scale(f.add(parts.rest(), 1), f.nearest(f.sub(parts.n().value(), 1)));
  }

  static Value tanh(Formula f, Value x) {
    Value a = f.abs(x);
    Value z = f.mul(a, a);
    Value near = f.fma(f.mul(a, z), f.poly(z, f.isDouble() ? TANH : TANH_SINGLE), a);
    Value e = exp(f, f.add(a, a));
    Value far = f.sub(1, f.div(2, f.add(e, 1)));
    return f.copySign(f.select(f.less(a, f.isDouble() ? 0.6 : 0.625), near, far), x);
  }

  /** {@code 1 / (1 + e^-x)}. */
  static Value sigmoid(Formula f, Value x) {
    Value t = exp(f, f.neg(f.abs(x)));
    Value right = f.div(1, f.add(t, 1));
    return f.select(f.less(x, 0), f.mul(t, right), right);
  }

  private static Parts parts(Formula f, Value x) {
    Formula.Nearest n = f.nearest(x, LOG2_E);
    return new Parts(n, rest(f, reduced(f, x, n.value())));
  }

  /** {@code x - n ln 2}. */
  private static Value reduced(Formula f, Value x, Value n) {
    Value high = f.fma(n, -(f.isDouble() ? LN2_HIGH : LN2_HIGH_SINGLE), x);
    return f.fma(n, -(f.isDouble() ? LN2_LOW : LN2_LOW_SINGLE), high);
  }

  /** {@code e^r - 1} for a small r. */
  static Value rest(Formula f, Value r) {
    Value square = f.mul(r, r);
    return f.fma(square, f.poly(r, f.isDouble() ? EXP : EXP_SINGLE), r);
  }
}
