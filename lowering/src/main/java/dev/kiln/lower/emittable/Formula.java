package dev.kiln.lower.emittable;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Literal;
import dev.kiln.ir.MathFunction;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.ReduceKind;
import dev.kiln.ir.Type;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;

/**
 * Arithmetic on one float type, F32 or F64, scalar or vector, in the notation of formulas. The
 * integers beside it have the same width.
 */
final class Formula {
  /** What a float holds beside its sign. */
  private enum Layout {
    SINGLE(DType.I32, 23, 127),
    DOUBLE(DType.I64, 52, 1023);

    final DType integer;
    final int mantissa;
    final int bias;

    Layout(DType integer, int mantissa, int bias) {
      this.integer = integer;
      this.mantissa = mantissa;
      this.bias = bias;
    }

    /** Adding this rounds to an integer, which then stands in the lowest bits. */
    double magic() {
      return 1.5 * (1L << mantissa);
    }

    long one() {
      return (long) bias << mantissa;
    }
  }

  private final OpBuilder out;
  private final Type.Arithmetic type;
  private final Layout layout;
  private final boolean hasScaling;

  Formula(OpBuilder out, Type.Arithmetic type) {
    this(out, type, /* hasScaling= */ false);
  }

  /**
   * @param hasScaling whether {@code LDEXP} of this type may stay
   */
  Formula(OpBuilder out, Type.Arithmetic type, boolean hasScaling) {
    this.hasScaling = hasScaling;
    this.out = out;
    this.type = type;
    this.layout =
        switch (type.dtype()) {
          case F32 -> Layout.SINGLE;
          case F64 -> Layout.DOUBLE;
          case F16, BF16, E4M3, E5M2, I8, I16, I32, I64, U8, BOOL ->
              throw new IllegalArgumentException("no formulas on " + type.dtype());
        };
  }

  OpBuilder out() {
    return out;
  }

  Type.Arithmetic type() {
    return type;
  }

  boolean isDouble() {
    return layout == Layout.DOUBLE;
  }

  /** The same formulas in another builder, a nested body. */
  Formula in(OpBuilder inner) {
    return new Formula(inner, type, hasScaling);
  }

  /** Formulas on F64 with the same number of lanes. */
  Formula wide() {
    return new Formula(out, type.with(DType.F64));
  }

  // Floats

  Value of(double value) {
    return out.constant(type, value);
  }

  Value add(Value left, Value right) {
    return out.binary(BinaryOperator.ADD, left, right);
  }

  Value add(Value left, double right) {
    return add(left, of(right));
  }

  Value sub(Value left, Value right) {
    return out.binary(BinaryOperator.SUB, left, right);
  }

  Value sub(Value left, double right) {
    return sub(left, of(right));
  }

  Value sub(double left, Value right) {
    return sub(of(left), right);
  }

  Value mul(Value left, Value right) {
    return out.binary(BinaryOperator.MUL, left, right);
  }

  Value mul(Value left, double right) {
    return mul(left, of(right));
  }

  Value div(Value left, Value right) {
    return out.binary(BinaryOperator.DIV, left, right);
  }

  Value div(double left, Value right) {
    return div(of(left), right);
  }

  /** {@code left * right + addend}, rounded once or twice. */
  Value fma(Value left, Value right, Value addend) {
    return out.fma(left, right, addend, false);
  }

  Value fma(Value left, double right, Value addend) {
    return fma(left, of(right), addend);
  }

  Value fma(Value left, Value right, double addend) {
    return fma(left, right, of(addend));
  }

  /** {@code 2^x}, by the machine's own instruction. */
  Value powerOf(Value x) {
    return out.math(MathFunction.EXP2, x);
  }

  Value neg(Value x) {
    return out.unary(UnaryOperator.NEG, x);
  }

  Value abs(Value x) {
    return out.unary(UnaryOperator.ABS, x);
  }

  Value sqrt(Value x) {
    return out.unary(UnaryOperator.SQRT, x);
  }

  Value trunc(Value x) {
    return out.unary(UnaryOperator.TRUNC, x);
  }

  Value copySign(Value magnitude, Value sign) {
    return out.math(MathFunction.COPYSIGN, magnitude, sign);
  }

  /**
   * {@code c[0] + c[1] x + c[2] x^2 + ...}, by Horner's rule in {@code x^2} on pairs of terms: a
   * chain of half the length for one more product.
   */
  Value poly(Value x, double... c) {
    if (c.length <= 3) {
      return horner(x, c);
    }
    Value square = mul(x, x);
    int last = (c.length - 1) / 2 * 2;
    Value sum = last + 1 < c.length ? pair(x, c, last) : of(c[last]);
    for (int i = last - 2; i >= 0; i -= 2) {
      sum = fma(sum, square, pair(x, c, i));
    }
    return sum;
  }

  private Value pair(Value x, double[] c, int i) {
    return fma(of(c[i + 1]), x, c[i]);
  }

  private Value horner(Value x, double[] c) {
    Value sum = of(c[c.length - 1]);
    for (int i = c.length - 2; i >= 0; i--) {
      sum = fma(sum, x, c[i]);
    }
    return sum;
  }

  // Choices

  Value less(Value left, double right) {
    return less(left, of(right));
  }

  Value less(Value left, Value right) {
    return out.compare(CompareOperator.LT, left, right);
  }

  Value greater(Value left, double right) {
    return out.compare(CompareOperator.GT, left, of(right));
  }

  Value atLeast(Value left, double right) {
    return out.compare(CompareOperator.GE, left, of(right));
  }

  Value equal(Value left, double right) {
    return equal(left, of(right));
  }

  Value equal(Value left, Value right) {
    return out.compare(CompareOperator.EQ, left, right);
  }

  Value isNaN(Value x) {
    return out.compare(CompareOperator.NE, x, x);
  }

  Value and(Value left, Value right) {
    return out.binary(BinaryOperator.AND, left, right);
  }

  Value or(Value left, Value right) {
    return out.binary(BinaryOperator.OR, left, right);
  }

  Value not(Value condition) {
    return out.unary(UnaryOperator.NOT, condition);
  }

  Value select(Value condition, Value whenTrue, Value whenFalse) {
    return out.select(condition, whenTrue, whenFalse);
  }

  Value select(Value condition, double whenTrue, Value whenFalse) {
    return select(condition, of(whenTrue), whenFalse);
  }

  Value select(Value condition, Value whenTrue, double whenFalse) {
    return select(condition, whenTrue, of(whenFalse));
  }

  /** At most {@code bound}; NaN stays. */
  Value atMost(Value x, double bound) {
    return select(greater(x, bound), bound, x);
  }

  /** Between two bounds; NaN stays. */
  Value clamp(Value x, double low, double high) {
    Value below = atMost(x, high);
    return select(less(below, low), low, below);
  }

  /** Whether a condition holds in any lane, as a scalar. */
  Value any(Value condition) {
    return type.lanes() == 1 ? condition : out.reduceLanes(ReduceKind.MAX, condition);
  }

  // Integers and bits

  Type.Arithmetic integers() {
    return type.with(layout.integer);
  }

  Value integer(long value) {
    return out.constant(integers(), Literal.of(layout.integer, value));
  }

  Value bits(Value x) {
    return out.bitcast(layout.integer, x);
  }

  Value ofBits(Value bits) {
    return out.bitcast(type.dtype(), bits);
  }

  Value plus(Value left, Value right) {
    return out.binary(BinaryOperator.ADD, left, right);
  }

  Value minus(Value left, Value right) {
    return out.binary(BinaryOperator.SUB, left, right);
  }

  Value plus(Value left, long right) {
    return plus(left, integer(right));
  }

  Value and(Value left, long right) {
    return and(left, integer(right));
  }

  Value xor(Value left, Value right) {
    return out.binary(BinaryOperator.XOR, left, right);
  }

  Value shiftLeft(Value x, int count) {
    return out.binary(BinaryOperator.SHL, x, integer(count));
  }

  Value shiftRight(Value x, int count) {
    return out.binary(BinaryOperator.USHR, x, integer(count));
  }

  /** Number of bits behind the point of a mantissa. */
  int mantissaBits() {
    return layout.mantissa;
  }

  int bias() {
    return layout.bias;
  }

  /**
   * A float near an integer: as a float, and in the lowest bits of an integer.
   *
   * @param biased an integer whose lowest bits, as many as an exponent has and one more, count
   */
  record Nearest(Value value, Value biased) {}

  /** The nearest integer to an x of small magnitude, ties to even. */
  Nearest nearest(Value x) {
    Value shifted = add(x, layout.magic());
    return new Nearest(sub(shifted, layout.magic()), bits(shifted));
  }

  /** The nearest integer to {@code x * factor}, or its neighbour where both are about as near. */
  Nearest nearest(Value x, double factor) {
    Value shifted = fma(x, of(factor), layout.magic());
    return new Nearest(sub(shifted, layout.magic()), bits(shifted));
  }

  /** The integer {@code n}, small, as a float. */
  Value ofInteger(Value n) {
    long magic =
        isDouble()
            ? Double.doubleToRawLongBits(layout.magic())
            : Float.floatToRawIntBits((float) layout.magic());
    return sub(ofBits(plus(n, magic)), layout.magic());
  }

  /** 2 to the power of an integer whose lowest bits are given; within the normal floats. */
  Value powerOfTwo(Value biased) {
    return ofBits(plus(shiftLeft(biased, layout.mantissa), layout.one()));
  }

  /** {@code x * 2^n}; in two steps, so that overflow and underflow are as they should be. */
  Value scale(Value x, Nearest n) {
    if (hasScaling) {
      long magic = Float.floatToRawIntBits((float) layout.magic());
      return out.math(MathFunction.LDEXP, x, plus(n.biased(), -magic));
    }
    Value half = shiftRight(n.biased(), 1);
    Value rest = minus(n.biased(), half);
    return mul(mul(x, powerOfTwo(half)), powerOfTwo(rest));
  }
}
