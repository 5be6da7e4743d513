package dev.kiln.analysis;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Float8;
import dev.kiln.ir.Literal;
import dev.kiln.ir.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What operations give for constants, exactly as the Javadoc of their operators says. Null where
 * the operator has no meaning for the dtype.
 */
public final class Folding {
  private Folding() {}

  public static @Nullable Literal binary(BinaryOperator operator, Literal left, Literal right) {
    DType dtype = left.dtype();
    if (dtype.isFloat()) {
      Double result = floats(operator, dtype, left.asDouble(), right.asDouble());
      return result == null ? null : Literal.of(dtype, result);
    }
    Long result = integers(operator, dtype, left.bits(), right.bits());
    return result == null ? null : Literal.of(dtype, result);
  }

  public static @Nullable Literal unary(UnaryOperator operator, Literal operand) {
    DType dtype = operand.dtype();
    if (dtype.isFloat()) {
      double x = operand.asDouble();
      return switch (operator) {
        case NEG -> Literal.of(dtype, -x);
        case ABS -> Literal.of(dtype, Math.abs(x));
        // The root of a narrow float, taken in F64 and rounded, is correctly rounded.
        case SQRT -> rounded(dtype, Math.sqrt(x));
        case FLOOR -> Literal.of(dtype, Math.floor(x));
        case CEIL -> Literal.of(dtype, Math.ceil(x));
        case TRUNC -> Literal.of(dtype, x < 0 ? Math.ceil(x) : Math.floor(x));
        case RINT -> Literal.of(dtype, Math.rint(x));
        case NOT, POPCOUNT, CLZ -> null;
      };
    }
    long x = operand.bits();
    return switch (operator) {
      case NEG -> Literal.of(dtype, -x);
      case NOT -> Literal.of(dtype, dtype == DType.BOOL ? 1 - x : ~x);
      case ABS -> Literal.of(dtype, Math.abs(x));
      case POPCOUNT -> Literal.of(dtype, Long.bitCount(unsigned(dtype, x)));
      case CLZ ->
          Literal.of(dtype, Long.numberOfLeadingZeros(unsigned(dtype, x)) - (64 - dtype.bits()));
      case SQRT, FLOOR, CEIL, TRUNC, RINT -> null;
    };
  }

  public static Literal compare(CompareOperator operator, Literal left, Literal right) {
    if (left.dtype().isFloat()) {
      double a = left.asDouble();
      double b = right.asDouble();
      return Literal.of(
          switch (operator) {
            case EQ -> a == b;
            case NE -> a != b;
            case LT, BELOW -> a < b;
            case LE -> a <= b;
            case GT -> a > b;
            case GE -> a >= b;
          });
    }
    long a = left.bits();
    long b = right.bits();
    return Literal.of(
        switch (operator) {
          case EQ -> a == b;
          case NE -> a != b;
          case LT -> a < b;
          case LE -> a <= b;
          case GT -> a > b;
          case GE -> a >= b;
          case BELOW -> Long.compareUnsigned(a, b) < 0;
        });
  }

  /** {@code left * right + addend}, rounded once. */
  public static @Nullable Literal fma(Literal left, Literal right, Literal addend) {
    return switch (left.dtype()) {
      case F32 ->
          Literal.of(
              DType.F32,
              Math.fma(
                  (float) left.asDouble(), (float) right.asDouble(), (float) addend.asDouble()));
      case F64 ->
          Literal.of(DType.F64, Math.fma(left.asDouble(), right.asDouble(), addend.asDouble()));
      case F16, BF16, E4M3, E5M2, I8, I16, I32, I64, U8, BOOL -> null;
    };
  }

  public static Literal cast(DType to, Literal operand) {
    if (to == DType.BOOL) {
      return Literal.of(operand.dtype().isFloat() ? operand.asDouble() != 0 : operand.bits() != 0);
    }
    if (!to.isFloat()) {
      return operand.dtype().isFloat()
          ? saturated(to, operand.asDouble())
          : Literal.of(to, operand.bits());
    }
    return operand.dtype().isFloat()
        ? rounded(to, operand.asDouble())
        : fromInteger(to, operand.bits());
  }

  public static Literal bitcast(DType to, Literal operand) {
    long bits =
        switch (operand.dtype()) {
          case F16 -> Float.floatToFloat16((float) operand.asDouble());
          case BF16 -> Float.floatToRawIntBits((float) operand.asDouble()) >> 16;
          case E4M3, E5M2 -> Float8.of(operand.dtype()).bits(operand.asDouble());
          case F32 -> Float.floatToRawIntBits((float) operand.asDouble());
          case F64, I8, I16, I32, I64, U8, BOOL -> operand.bits();
        };
    return switch (to) {
      case F16 -> Literal.of(to, (double) Float.float16ToFloat((short) bits));
      case BF16 -> Literal.of(to, (double) Float.intBitsToFloat((int) bits << 16));
      case E4M3, E5M2 -> Literal.of(to, Float8.of(to).value(bits));
      case F32 -> Literal.of(to, (double) Float.intBitsToFloat((int) bits));
      case F64 -> new Literal(to, bits);
      case I8, I16, I32, I64, U8, BOOL -> Literal.of(to, bits);
    };
  }

  /** A double rounded to nearest even to {@code dtype}, once. */
  public static Literal rounded(DType dtype, double value) {
    return switch (dtype) {
      case F64 -> Literal.of(dtype, value);
      case F32 -> Literal.of(dtype, (double) (float) value);
      case F16 ->
          Literal.of(dtype, (double) Float.float16ToFloat(Float.floatToFloat16(odd(value))));
      case BF16 -> Literal.of(dtype, (double) bfloat16(odd(value)));
      case E4M3, E5M2 -> {
        Float8 format = Float8.of(dtype);
        yield Literal.of(dtype, format.value(format.bits(value)));
      }
      case I8, I16, I32, I64, U8, BOOL ->
          throw new IllegalArgumentException(dtype + " is no float type");
    };
  }

  /** Rounded to F32 so that rounding again to a narrower type is as if done once. */
  private static float odd(double value) {
    float nearest = (float) value;
    if (nearest == value || Float.isNaN(nearest) || Float.isInfinite(nearest)) {
      return nearest;
    }
    float towardsZero =
        Math.abs((double) nearest) > Math.abs(value) ? towardsZero(nearest) : nearest;
    return Float.intBitsToFloat(Float.floatToRawIntBits(towardsZero) | 1);
  }

  private static float towardsZero(float value) {
    return value > 0 ? Math.nextDown(value) : Math.nextUp(value);
  }

  private static float bfloat16(float value) {
    if (Float.isNaN(value)) {
      return value;
    }
    int bits = Float.floatToRawIntBits(value);
    int even = bits >> 16 & 1;
    return Float.intBitsToFloat(bits + 0x7FFF + even & 0xFFFF0000);
  }

  private static Literal fromInteger(DType to, long value) {
    return switch (to) {
      case F64 -> Literal.of(to, (double) value);
      case F32 -> Literal.of(to, (double) (float) value);
      case F16, BF16, E4M3, E5M2, I8, I16, I32, I64, U8, BOOL -> rounded(to, exactly(value));
    };
  }

  /** An integer as a double that rounds to 16-bit floats as the integer does. */
  private static double exactly(long value) {
    double nearest = (double) value;
    return (long) nearest == value ? nearest : (double) (value >> 11 << 11 | 1L << 11);
  }

  private static Literal saturated(DType to, double value) {
    Interval all = Interval.of(to);
    return Literal.of(to, Math.clamp((long) value, all.low(), all.high()));
  }

  private static @Nullable Double floats(BinaryOperator operator, DType dtype, double a, double b) {
    boolean isDouble = dtype == DType.F64;
    return switch (operator) {
      case ADD -> isDouble ? a + b : (float) a + (float) b;
      case SUB -> isDouble ? a - b : (float) a - (float) b;
      case MUL -> isDouble ? a * b : (float) a * (float) b;
      case DIV -> isDouble ? a / b : (float) a / (float) b;
      case REM -> a % b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case AND, OR, XOR, SHL, SHR, USHR -> null;
    };
  }

  private static @Nullable Long integers(BinaryOperator operator, DType dtype, long a, long b) {
    if (dtype == DType.BOOL) {
      return switch (operator) {
        case AND -> a & b;
        case OR -> a | b;
        case XOR -> a ^ b;
        case ADD, SUB, MUL, DIV, REM, MIN, MAX, SHL, SHR, USHR -> null;
      };
    }
    long count = b & (dtype.bits() - 1);
    return switch (operator) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case DIV -> b == 0 ? 0 : a / b;
      case REM -> b == 0 ? 0 : a % b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SHL -> a << count;
      case SHR -> a >> count;
      case USHR -> unsigned(dtype, a) >>> count;
    };
  }

  private static long unsigned(DType dtype, long value) {
    return dtype.bits() == 64 ? value : value & ((1L << dtype.bits()) - 1);
  }
}
