package dev.kiln.lower.emittable;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;

/** Functions that are exact: of the bits of floats rather than of their values. */
final class FloatSteps {
  private FloatSteps() {}

  /** The nearest integer, ties away from zero. */
  static Value round(Formula f, Value x) {
    Value whole = f.trunc(x);
    Value isUp = f.atLeast(f.abs(f.sub(x, whole)), 0.5);
    Value step = f.copySign(f.of(1), x);
    return f.copySign(f.select(isUp, f.add(whole, step), whole), x);
  }

  /** {@code x * 2^n} for an I32 n, rounded once. */
  static Value ldexp(Formula f, Value x, Value n) {
    OpBuilder out = f.out();
    Formula wide = f.wide();
    int most = f.isDouble() ? 2200 : 300;
    Type.Arithmetic counts = n.arithmetic();
    Value low = out.binary(BinaryOperator.MAX, n, out.constant(counts, -most));
    Value count = out.binary(BinaryOperator.MIN, low, out.constant(counts, most));
    Value power = out.cast(DType.F64, count);
    if (!f.isDouble()) {
      Value factor = wide.powerOfTwo(wide.nearest(power).biased());
      return out.cast(DType.F32, wide.mul(out.cast(DType.F64, x), factor));
    }
    // The rest first: whatever it rounds, the steps of 512 behind it take to zero.
    Value steps = f.trunc(f.mul(power, 1.0 / 512));
    Value rest = f.fma(steps, -512, power);
    Value result = f.mul(x, f.powerOfTwo(f.nearest(rest).biased()));
    Value step = f.select(f.less(power, 0), 0x1.0p-512, f.of(0x1.0p512));
    for (int i = 0; i < 4; i++) {
      Value isTaken = f.greater(f.abs(steps), i + 0.5);
      result = f.mul(result, f.select(isTaken, step, f.of(1)));
    }
    return result;
  }

  /** The neighbour of x towards y. */
  static Value nextAfter(Formula f, Value x, Value y) {
    OpBuilder out = f.out();
    Value isUp = f.less(x, y);
    Value isPositive = f.greater(x, 0);
    Value grows = out.compare(CompareOperator.EQ, isUp, isPositive);
    Value step = out.select(grows, f.integer(1), f.integer(-1));
    Value moved = f.ofBits(f.plus(f.bits(x), step));
    Value smallest = f.ofBits(f.integer(1));
    Value fromZero = f.select(isUp, smallest, f.neg(smallest));
    Value next = f.select(f.equal(x, 0), fromZero, moved);
    Value result = f.select(f.equal(x, y), y, next);
    return f.select(f.or(f.isNaN(x), f.isNaN(y)), Double.NaN, result);
  }

  /**
   * Java's {@code x % y} in F64, exact: long division of the mantissas, ten bits of the quotient a
   * step.
   */
  static Value remainder(Formula f, Value x, Value y) {
    Value a = f.abs(x);
    Value b = f.abs(y);
    Whole dividend = Whole.of(f, a);
    Whole divisor = Whole.of(f, b);
    Value rest = divide(f, dividend, divisor);
    // Two steps, since the power alone may be too small; the result is exact.
    Value raised = f.plus(divisor.exponent(), 54);
    Value half = f.shiftRight(raised, 1);
    Value near = f.powerOfTwo(f.plus(half, -564));
    Value far = f.powerOfTwo(f.plus(f.minus(raised, half), -565));
    Value size = f.mul(f.mul(f.out().cast(DType.F64, rest), near), far);
    Value result = f.copySign(f.select(f.less(a, b), a, size), x);
    Value isDefined = f.and(f.less(a, Double.POSITIVE_INFINITY), f.greater(b, 0));
    return f.select(isDefined, result, Double.NaN);
  }

  /** A positive F64 as {@code mantissa * 2^(exponent - 1075)} with 53 bits of mantissa. */
  private record Whole(Value mantissa, Value exponent) {
    static Whole of(Formula f, Value x) {
      Value isTiny = f.less(x, Double.MIN_NORMAL);
      Value bits = f.bits(f.select(isTiny, f.mul(x, 0x1.0p54), x));
      Value mantissa = f.or(f.and(bits, (1L << 52) - 1), f.integer(1L << 52));
      Value exponent = f.shiftRight(bits, 52);
      return new Whole(mantissa, f.select(isTiny, f.plus(exponent, -54), exponent));
    }
  }

  /** The mantissa of what is left of {@code dividend} in units of the divisor's last bit. */
  private static Value divide(Formula f, Whole dividend, Whole divisor) {
    OpBuilder out = f.out();
    Value below = divisor.mantissa();
    Value distance = f.minus(dividend.exponent(), divisor.exponent());
    Value left = out.cell(distance, "left");
    Value rest = out.cell(out.binary(BinaryOperator.REM, dividend.mantissa(), below), "rest");
    var condition = new OpBuilder(out.values(), out.loc());
    Formula test = f.in(condition);
    Value remains =
        test.any(condition.compare(CompareOperator.GT, condition.read(left), test.integer(0)));
    Body step =
        out.nested(
            inner -> {
              Formula g = f.in(inner);
              Value now = inner.read(left);
              Value none = inner.binary(BinaryOperator.MAX, now, g.integer(0));
              Value bits = inner.binary(BinaryOperator.MIN, none, g.integer(10));
              Value shifted = inner.binary(BinaryOperator.SHL, inner.read(rest), bits);
              inner.write(rest, inner.binary(BinaryOperator.REM, shifted, below));
              inner.write(left, g.minus(now, g.integer(10)));
            });
    out.add(new LowOp.While(condition.build(), remains, step, Body.EMPTY, out.loc()));
    return out.read(rest);
  }
}
