package dev.kiln.lower.emittable;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Float8;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;

/** The bit arithmetic between F32 and floats of one byte. */
final class Float8Conversions {
  private static final int F32_FRACTION = 23;
  private static final int F32_BIAS = 127;
  private static final int MAGNITUDE = 0x7F;
  private static final int SIGN = 0x80;

  private Float8Conversions() {}

  /** Shifts exponent and fraction into place and corrects the bias by an exact product. */
  static Value fromE4m3(Value value, OpBuilder out) {
    Float8 format = Float8.E4M3;
    Value bits = out.cast(DType.I32, out.bitcast(DType.I8, value));
    Value magnitude = BitSteps.with(BinaryOperator.AND, bits, MAGNITUDE, out);
    Value shifted =
        BitSteps.with(BinaryOperator.SHL, magnitude, F32_FRACTION - format.fraction(), out);
    Value unbiased = out.bitcast(DType.F32, shifted);
    double scale = Math.scalb(1.0, F32_BIAS - 1 + format.smallestExponent());
    Value finite =
        out.binary(BinaryOperator.MUL, unbiased, out.constant(unbiased.arithmetic(), scale));
    Value isNan = BitSteps.compare(CompareOperator.EQ, magnitude, Float8.NAN, out);
    Value nan = out.constant(finite.arithmetic(), Double.NaN);
    Value positive = out.select(isNan, nan, finite);
    Value sign = BitSteps.with(BinaryOperator.AND, bits, SIGN, out);
    Value isNegative = BitSteps.compare(CompareOperator.NE, sign, 0, out);
    return out.select(isNegative, out.unary(UnaryOperator.NEG, positive), positive);
  }

  /** The F16 of the same value. */
  static Value halfOfE5m2(Value value, OpBuilder out) {
    Value wide = out.cast(DType.I16, out.bitcast(DType.I8, value));
    return out.bitcast(DType.F16, BitSteps.with(BinaryOperator.SHL, wide, 8, out));
  }

  /** To the nearest, ties to even; too large becomes the largest. */
  static Value to(Float8 format, DType dtype, Value single, OpBuilder out) {
    int cut = F32_FRACTION - format.fraction();
    Value bits = out.bitcast(DType.I32, single);
    Value largest = out.constant(single.arithmetic(), (double) format.largest());
    Value bounded = out.binary(BinaryOperator.MIN, out.unary(UnaryOperator.ABS, single), largest);
    Value magnitude = out.bitcast(DType.I32, bounded);

    Value carried = BitSteps.roundTo(magnitude, cut, out);
    int rebias = (F32_BIAS - 1 + format.smallestExponent()) << F32_FRACTION;
    Value normal =
        BitSteps.with(
            BinaryOperator.USHR, BitSteps.with(BinaryOperator.SUB, carried, rebias, out), cut, out);

    // Added to this, a value that is too small for all its bits is rounded to what it has left.
    double aligner = Math.scalb(1.0, F32_FRACTION - format.fraction() + format.smallestExponent());
    Value aligning = out.constant(single.arithmetic(), aligner);
    Value aligned = out.binary(BinaryOperator.ADD, bounded, aligning);
    Value small =
        out.binary(
            BinaryOperator.SUB, out.bitcast(DType.I32, aligned), out.bitcast(DType.I32, aligning));

    int smallest = (F32_BIAS + format.smallestExponent()) << F32_FRACTION;
    Value isSmall = BitSteps.compare(CompareOperator.LT, magnitude, smallest, out);
    Value code = out.select(isSmall, small, normal);
    Value sign =
        BitSteps.with(
            BinaryOperator.AND, BitSteps.with(BinaryOperator.USHR, bits, 24, out), SIGN, out);
    Value signed = out.binary(BinaryOperator.OR, code, sign);
    Value isNumber = out.compare(CompareOperator.EQ, single, single);
    Value nan = out.constant(bits.arithmetic(), (long) Float8.NAN);
    Value result = out.select(isNumber, signed, nan);
    return out.bitcast(dtype, out.cast(DType.I8, result));
  }
}
