package dev.kiln.lower.emittable;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * An angle as a number of quarter turns and a rest of at most an eighth, in F64.
 *
 * <p>Up to a limit the rest is the angle minus n times pi/2 in parts that n times is exact. Beyond,
 * the angle's mantissa is multiplied with those 192 bits of 2/pi that matter at its exponent, in
 * integers (Payne and Hanek). That code runs only where a lane needs it.
 *
 * @param rest the rest in two parts
 * @param quarters an I64 of which only the two lowest bits count
 */
record QuarterTurns(Twofold rest, Value quarters) {
  private static final double TWO_OVER_PI = 0x1.45f306dc9c883p-1;

  /** pi/2 in parts of 33 bits, and what is left. */
  private static final double[] HALF_PI = {
    0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69, 0x1.b839a252049c1p-104
  };

  /** pi/2 in parts of 26 bits, and what is left. */
  private static final double[] HALF_PI_SHORT = {
    0x1.921fb50p+0, 0x1.110b460p-26, 0x1.1a62633145c07p-54
  };

  private static final double HALF_PI_HIGH = 0x1.921fb54442d18p+0;
  private static final double HALF_PI_LOW = 0x1.1a62633145c07p-54;

  /** Below, n times a part of pi/2 is exact. */
  private static final double LIMIT = 0x1.0p20;

  private static final double LIMIT_SHORT = 0x1.0p26;

  /** Two words of zeros, then the bits of 2/pi behind the point, 32 a word. */
  private static final long[] BITS = {
    0,
    0,
    0xA2F9836EL,
    0x4E441529L,
    0xFC2757D1L,
    0xF534DDC0L,
    0xDB629599L,
    0x3C439041L,
    0xFE5163ABL,
    0xDEBBC561L,
    0xB7246E3AL,
    0x424DD2E0L,
    0x06492EEAL,
    0x09D1921CL,
    0xFE1DEB1CL,
    0xB129A73EL,
    0xE88235F5L,
    0x2EBB4484L,
    0xE99C7026L,
    0xB45F7E41L,
    0x3991D639L,
    0x835339F4L,
    0x9C845F8BL,
    0xBDF9283BL,
    0x1FF897FFL,
    0xDE05980FL,
    0xEF2F118BL,
    0x5A0A6D1FL,
    0x6D367ECFL,
    0x27CB09B7L,
    0x4F463F66L,
    0x9E5FEA2DL,
    0x7527BAC7L,
    0xEBE5F17BL,
    0x3D0739F7L,
    0x8A5292EAL,
    0x6BFB5FB1L,
    0x1F8D5D08L,
    0x56033046L,
    0xFC7B6BABL
  };

  private static final int WORDS = 6;
  private static final long WORD = 0xFFFFFFFFL;

  /** Of any F64, exact to far below a unit of the rest. */
  static QuarterTurns of(Formula f, Value x) {
    Formula.Nearest n = f.nearest(f.mul(x, TWO_OVER_PI));
    Value first = f.fma(n.value(), -HALF_PI[0], x);
    Twofold second = Twofold.sum(f, first, f.mul(n.value(), -HALF_PI[1]));
    Twofold third = Twofold.sum(f, second.high(), f.mul(n.value(), -HALF_PI[2]));
    Value errors = f.add(second.low(), third.low());
    Value low = f.fma(n.value(), -HALF_PI[3], errors);
    var near = new QuarterTurns(Twofold.ordered(f, third.high(), low), n.biased());
    return withFar(f, x, LIMIT, near);
  }

  /** Of an F64 that was an F32; the low part of the rest is 0. */
  static QuarterTurns ofSingle(Formula f, Value x) {
    Formula.Nearest n = f.nearest(f.mul(x, TWO_OVER_PI));
    Value rest = x;
    for (double part : HALF_PI_SHORT) {
      rest = f.fma(n.value(), -part, rest);
    }
    return withFar(f, x, LIMIT_SHORT, new QuarterTurns(new Twofold(rest, f.of(0)), n.biased()));
  }

  private static QuarterTurns withFar(Formula f, Value x, double limit, QuarterTurns near) {
    OpBuilder out = f.out();
    Value isFar = f.not(f.less(f.abs(x), limit));
    Value high = out.cell(near.rest().high(), "rest");
    Value low = out.cell(near.rest().low(), "");
    Value quarters = out.cell(near.quarters(), "quarters");
    out.when(
        f.any(isFar),
        inner -> {
          Formula g = f.in(inner);
          QuarterTurns far = far(g, x);
          inner.write(high, g.select(isFar, far.rest().high(), near.rest().high()));
          inner.write(low, g.select(isFar, far.rest().low(), near.rest().low()));
          inner.write(quarters, g.select(isFar, far.quarters(), near.quarters()));
        });
    return new QuarterTurns(new Twofold(out.read(high), out.read(low)), out.read(quarters));
  }

  /** Of an x of at least 2^20 by magnitude; NaN for what is no number. */
  private static QuarterTurns far(Formula f, Value x) {
    Value bits = f.bits(f.abs(x));
    Value mantissa = f.or(f.and(bits, (1L << 52) - 1), f.integer(1L << 52));
    // x = mantissa * 2^(exponent - 1075); two bits before the point are kept, 64 zeros precede.
    Value position = f.plus(f.shiftRight(bits, 52), -1075 - 2 + 64);
    List<Value> product = product(f, mantissa, window(f, position));
    Value high = f.or(f.shiftLeft(product.get(0), 32), product.get(1));
    Value low = f.or(f.shiftLeft(product.get(2), 32), product.get(3));
    Value quarters = f.shiftRight(f.plus(high, 1L << 61), 62);
    Value fraction = f.out().binary(BinaryOperator.SUB, high, f.shiftLeft(quarters, 62));
    Twofold angle = scaled(f, fraction, low);
    Value isNegative = f.less(x, 0);
    // Infinity minus infinity is NaN.
    Value nan = f.sub(x, x);
    Value restHigh = f.add(f.select(isNegative, f.neg(angle.high()), angle.high()), nan);
    Value restLow = f.select(isNegative, f.neg(angle.low()), angle.low());
    Value negated = f.out().binary(BinaryOperator.SUB, f.integer(0), quarters);
    return new QuarterTurns(
        new Twofold(restHigh, restLow), f.select(isNegative, negated, quarters));
  }

  /** The words of 2/pi from bit {@code position} on. */
  private static List<Value> window(Formula f, Value position) {
    Value word = f.shiftRight(position, 5);
    Value shift = f.and(position, 31);
    List<Value> words = new ArrayList<>();
    for (long bits : BITS) {
      words.add(f.integer(bits));
    }
    for (int bit = 5; bit >= 0; bit--) {
      int step = 1 << bit;
      Value isSet = f.out().compare(CompareOperator.NE, f.and(word, step), f.integer(0));
      List<Value> moved = new ArrayList<>();
      for (int i = 0; i < Math.min(words.size(), WORDS + step); i++) {
        boolean hasOther = i + step < words.size();
        moved.add(hasOther ? f.select(isSet, words.get(i + step), words.get(i)) : words.get(i));
      }
      words = moved;
    }
    List<Value> window = new ArrayList<>();
    for (int i = 0; i < WORDS; i++) {
      Value pair = f.or(f.shiftLeft(words.get(i), 32), words.get(i + 1));
      Value moved = f.out().binary(BinaryOperator.SHL, pair, shift);
      window.add(f.shiftRight(moved, 32));
    }
    return window;
  }

  /** The words of {@code mantissa * window}, highest first; what overflows is dropped. */
  private static List<Value> product(Formula f, Value mantissa, List<Value> window) {
    Value low = f.and(mantissa, WORD);
    Value high = f.shiftRight(mantissa, 32);
    List<Value> lows = new ArrayList<>();
    List<Value> highs = new ArrayList<>();
    for (Value word : window) {
      lows.add(f.out().binary(BinaryOperator.MUL, low, word));
      highs.add(f.out().binary(BinaryOperator.MUL, high, word));
    }
    List<Value> words = new ArrayList<>();
    Value carry = f.integer(0);
    for (int i = WORDS - 1; i >= 0; i--) {
      Value sum = f.plus(carry, f.and(lows.get(i), WORD));
      if (i + 1 < WORDS) {
        sum = f.plus(sum, f.shiftRight(lows.get(i + 1), 32));
        sum = f.plus(sum, f.and(highs.get(i + 1), WORD));
      }
      if (i + 2 < WORDS) {
        sum = f.plus(sum, f.shiftRight(highs.get(i + 2), 32));
      }
      words.addFirst(f.and(sum, WORD));
      carry = f.shiftRight(sum, 32);
    }
    return words;
  }

  /** {@code (high * 2^64 + low) * 2^-126 * pi/2}; high is signed, low is not. */
  private static Twofold scaled(Formula f, Value high, Value low) {
    Value top = f.out().cast(DType.F64, f.and(high, -2048));
    Value middle = f.out().cast(DType.F64, f.and(high, 2047));
    Value bottom = f.mul(f.out().cast(DType.F64, f.shiftRight(low, 11)), 0x1.0p-53);
    Twofold first = Twofold.sum(f, top, middle);
    Twofold second = Twofold.sum(f, first.high(), bottom);
    Twofold turns = Twofold.ordered(f, second.high(), f.add(first.low(), second.low()));
    Twofold angle = turns.times(f, HALF_PI_HIGH, HALF_PI_LOW);
    return new Twofold(f.mul(angle.high(), 0x1.0p-62), f.mul(angle.low(), 0x1.0p-62));
  }
}
