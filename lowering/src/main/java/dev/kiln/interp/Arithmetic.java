package dev.kiln.interp;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.MathFunction;
import dev.kiln.ir.ReduceKind;
import dev.kiln.ir.UnaryOperator;

/**
 * Arithmetic on the bits of one lane. F32 is computed in double and rounded, which rounds its sums,
 * products, quotients and roots as F32 itself would.
 */
final class Arithmetic {
  private Arithmetic() {}

  static long binary(BinaryOperator operator, DType dtype, long left, long right) {
    return dtype.isFloat()
        ? Bits.ofDouble(
            dtype, floats(operator, Bits.toDouble(dtype, left), Bits.toDouble(dtype, right)))
        : Bits.wrap(dtype, integers(operator, dtype, left, right));
  }

  private static double floats(BinaryOperator operator, double left, double right) {
    return switch (operator) {
      case ADD -> left + right;
      case SUB -> left - right;
      case MUL -> left * right;
      case DIV -> left / right;
      case REM -> left % right;
      case MIN -> Math.min(left, right);
      case MAX -> Math.max(left, right);
      case AND, OR, XOR, SHL, SHR, USHR ->
          throw new IllegalArgumentException(operator + " of floats");
    };
  }

  private static long integers(BinaryOperator operator, DType dtype, long left, long right) {
    int count = (int) right & (dtype.bits() - 1);
    return switch (operator) {
      case ADD -> left + right;
      case SUB -> left - right;
      case MUL -> left * right;
      case DIV -> right == 0 ? 0 : left / right;
      case REM -> right == 0 ? 0 : left % right;
      case MIN -> Math.min(left, right);
      case MAX -> Math.max(left, right);
      case AND -> left & right;
      case OR -> left | right;
      case XOR -> left ^ right;
      case SHL -> left << count;
      case SHR -> left >> count;
      case USHR -> (left & mask(dtype)) >>> count;
    };
  }

  static long unary(UnaryOperator operator, DType dtype, long operand) {
    if (dtype.isFloat()) {
      return Bits.ofDouble(dtype, floats(operator, Bits.toDouble(dtype, operand)));
    }
    return Bits.wrap(
        dtype,
        switch (operator) {
          case NEG -> -operand;
          case NOT -> dtype == DType.BOOL ? 1 - operand : ~operand;
          case ABS -> Math.abs(operand);
          case POPCOUNT -> Long.bitCount(operand & mask(dtype));
          case CLZ -> Long.numberOfLeadingZeros(operand & mask(dtype)) - (64 - dtype.bits());
          case SQRT, FLOOR, CEIL, TRUNC, RINT ->
              throw new IllegalArgumentException(operator + " of integers");
        });
  }

  private static double floats(UnaryOperator operator, double x) {
    return switch (operator) {
      case NEG -> -x;
      case ABS -> Math.abs(x);
      case SQRT -> Math.sqrt(x);
      case FLOOR -> Math.floor(x);
      case CEIL -> Math.ceil(x);
      case TRUNC -> x < 0 ? Math.ceil(x) : Math.floor(x);
      case RINT -> Math.rint(x);
      case NOT, POPCOUNT, CLZ -> throw new IllegalArgumentException(operator + " of floats");
    };
  }

  static boolean compare(CompareOperator operator, DType dtype, long left, long right) {
    if (dtype.isFloat()) {
      double a = Bits.toDouble(dtype, left);
      double b = Bits.toDouble(dtype, right);
      return switch (operator) {
        case EQ -> a == b;
        case NE -> a != b;
        case LT -> a < b;
        case LE -> a <= b;
        case GT -> a > b;
        case GE -> a >= b;
        case BELOW -> throw new IllegalArgumentException(operator + " of floats");
      };
    }
    return switch (operator) {
      case EQ -> left == right;
      case NE -> left != right;
      case LT -> left < right;
      case LE -> left <= right;
      case GT -> left > right;
      case GE -> left >= right;
      case BELOW -> Long.compareUnsigned(left & mask(dtype), right & mask(dtype)) < 0;
    };
  }

  /** Rounded once. */
  static long fma(DType dtype, long left, long right, long addend) {
    return dtype == DType.F64
        ? Double.doubleToRawLongBits(
            Math.fma(
                Double.longBitsToDouble(left),
                Double.longBitsToDouble(right),
                Double.longBitsToDouble(addend)))
        : Float.floatToRawIntBits(
            Math.fma(
                Float.intBitsToFloat((int) left),
                Float.intBitsToFloat((int) right),
                Float.intBitsToFloat((int) addend)));
  }

  static long math(MathFunction function, DType dtype, double x, double y) {
    if (function == MathFunction.NEXTAFTER && dtype == DType.F32) {
      return Float.floatToRawIntBits(Math.nextAfter((float) x, y));
    }
    return Bits.ofDouble(dtype, Functions.apply(function, x, y));
  }

  /** What a reduction starts from. */
  static long identity(ReduceKind kind, DType dtype) {
    double infinity = Double.POSITIVE_INFINITY;
    return switch (kind) {
      case SUM, ABS_MAX -> dtype.isFloat() ? Bits.ofDouble(dtype, 0) : 0;
      case MAX ->
          dtype.isFloat() ? Bits.ofDouble(dtype, -infinity) : Long.MIN_VALUE >> (64 - dtype.bits());
      case MIN ->
          dtype.isFloat() ? Bits.ofDouble(dtype, infinity) : Long.MAX_VALUE >> (64 - dtype.bits());
    };
  }

  /** One more element of a reduction. */
  static long take(ReduceKind kind, DType dtype, long sum, long element) {
    return combine(
        kind,
        dtype,
        sum,
        kind == ReduceKind.ABS_MAX ? unary(UnaryOperator.ABS, dtype, element) : element);
  }

  /** Two parts of a reduction. */
  static long combine(ReduceKind kind, DType dtype, long left, long right) {
    BinaryOperator operator =
        switch (kind) {
          case SUM -> BinaryOperator.ADD;
          case MAX, ABS_MAX -> BinaryOperator.MAX;
          case MIN -> BinaryOperator.MIN;
        };
    return binary(operator, dtype, left, right);
  }

  private static long mask(DType dtype) {
    return -1L >>> (64 - dtype.bits());
  }
}
