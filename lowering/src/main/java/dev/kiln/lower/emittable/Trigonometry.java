package dev.kiln.lower.emittable;

import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * Sine, cosine and tangent: the angle is reduced to quarter turns and a rest, in F64 for both
 * types; the sine and cosine of the rest are polynomials, and the quarter says which, with which
 * sign.
 */
final class Trigonometry {
  /** {@code (sin(r) / r - 1) / r^2} in r^2; error 2^-58. */
  private static final double[] SIN = {
    -0x1.5555555555549p-3,
    0x1.111111110f8c7p-7,
    -0x1.a01a019c1926fp-13,
    0x1.71de357d1ceebp-19,
    -0x1.ae5e69cd183f2p-26,
    0x1.5d93e4b54b60fp-33
  };

  /** {@code (cos(r) - 1 + r^2/2) / r^4} in r^2; error 2^-64. */
  private static final double[] COS = {
    0x1.555555555554ep-5,
    -0x1.6c16c16c15513p-10,
    0x1.a01a019cff8cap-16,
    -0x1.27e4f83bf5779p-22,
    0x1.1eea0aae55bd6p-29,
    -0x1.8fbd36e665099p-37
  };

  /** As SIN; error 2^-28. */
  private static final double[] SIN_SINGLE = {-0.16666655, 0.008332204, -0.00019520069};

  /** As COS; error 2^-32. */
  private static final double[] COS_SINGLE = {0.041666653, -0.0013887592, 2.4460849e-05};

  private Trigonometry() {}

  /** A reduced angle in the type of the formulas. */
  private record Angle(Value rest, @Nullable Value low, Value quarters) {}

  static Value sin(Formula f, Value x) {
    Angle angle = angle(f, x);
    Value result = turned(f, sine(f, angle), cosine(f, angle), angle.quarters());
    return f.select(f.equal(x, 0), x, result);
  }

  static Value cos(Formula f, Value x) {
    Angle angle = angle(f, x);
    Value quarters = f.plus(angle.quarters(), 1);
    return turned(f, sine(f, angle), cosine(f, angle), quarters);
  }

  static Value tan(Formula f, Value x) {
    Angle angle = angle(f, x);
    Value sine = sine(f, angle);
    Value cosine = cosine(f, angle);
    Value isOdd = isOdd(f, angle.quarters());
    Value above = f.select(isOdd, f.neg(cosine), sine);
    Value below = f.select(isOdd, sine, cosine);
    return f.select(f.equal(x, 0), x, f.div(above, below));
  }

  private static Angle angle(Formula f, Value x) {
    if (f.isDouble()) {
      QuarterTurns turns = QuarterTurns.of(f, x);
      return new Angle(turns.rest().high(), turns.rest().low(), turns.quarters());
    }
    QuarterTurns turns = QuarterTurns.ofSingle(f.wide(), f.out().cast(DType.F64, x));
    Value rest = f.out().cast(DType.F32, turns.rest().high());
    return new Angle(rest, null, f.out().cast(DType.I32, turns.quarters()));
  }

  private static Value sine(Formula f, Angle angle) {
    Value r = angle.rest();
    Value z = f.mul(r, r);
    Value cube = f.mul(z, r);
    if (angle.low() == null) {
      return f.fma(cube, f.poly(z, SIN_SINGLE), r);
    }
    Value low = f.mul(angle.low(), f.fma(z, f.of(-0.5), 1));
    return f.add(r, f.fma(cube, f.poly(z, SIN), low));
  }

  private static Value cosine(Formula f, Angle angle) {
    Value r = angle.rest();
    Value z = f.mul(r, r);
    Value half = f.mul(z, 0.5);
    Value one = f.sub(1, half);
    Value lost = f.sub(f.sub(1, one), half);
    Value square = f.mul(z, z);
    if (angle.low() == null) {
      return f.add(one, f.fma(square, f.poly(z, COS_SINGLE), lost));
    }
    Value tail = f.sub(f.mul(square, f.poly(z, COS)), f.mul(r, angle.low()));
    return f.add(one, f.add(lost, tail));
  }

  /** The sine of an angle in the given quarter. */
  private static Value turned(Formula f, Value sine, Value cosine, Value quarters) {
    Value value = f.select(isOdd(f, quarters), cosine, sine);
    int toSign = f.isDouble() ? 62 : 30;
    Value sign = f.shiftLeft(f.and(quarters, 2), toSign);
    return f.ofBits(f.xor(f.bits(value), sign));
  }

  private static Value isOdd(Formula f, Value quarters) {
    return f.out().compare(CompareOperator.NE, f.and(quarters, 1), f.integer(0));
  }
}
