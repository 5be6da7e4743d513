package dev.kiln.interp;

import dev.kiln.ir.DType;
import dev.kiln.ir.Float8;
import dev.kiln.ir.Literal;

/**
 * Numbers as bits: an integer sign-extended (a U8 zero-extended), a truth value as 0 or 1, a float
 * as it is stored.
 */
public final class Bits {
  private static final short QUIET_BF16 = 0x7FC0;

  private Bits() {}

  /** The exact value of the float {@code bits}. */
  public static double toDouble(DType dtype, long bits) {
    return switch (dtype) {
      case F16 -> Float.float16ToFloat((short) bits);
      case BF16 -> Float.intBitsToFloat((int) bits << 16);
      case E4M3, E5M2 -> Float8.of(dtype).value(bits);
      case F32 -> Float.intBitsToFloat((int) bits);
      case F64 -> Double.longBitsToDouble(bits);
      case I8, I16, I32, I64, U8, BOOL -> bits;
    };
  }

  /** The bits of the float nearest to {@code value}, ties to even. */
  public static long ofDouble(DType dtype, double value) {
    return switch (dtype) {
      case F16 -> Float.floatToFloat16((float) rounded(value, 10, -14, 65504.0));
      case BF16 ->
          Double.isNaN(value)
              ? QUIET_BF16
              : (short)
                  (Float.floatToRawIntBits((float) rounded(value, 7, -126, 0x1.FEp127)) >>> 16);
      case E4M3, E5M2 -> Float8.of(dtype).bits(value);
      case F32 -> Float.floatToRawIntBits((float) value);
      case F64 -> Double.doubleToRawLongBits(value);
      case I8, I16, I32, I64, U8, BOOL ->
          throw new IllegalArgumentException(dtype + " is no float");
    };
  }

  /** Nearest with {@code fraction} bits behind the first, none below {@code smallest}'s binade. */
  private static double rounded(double value, int fraction, int smallest, double largest) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return value;
    }
    int unit = Math.max(Math.getExponent(value), smallest) - fraction;
    double rounded = Math.scalb(Math.rint(Math.scalb(value, -unit)), unit);
    return Math.abs(rounded) > largest ? Math.copySign(Double.POSITIVE_INFINITY, value) : rounded;
  }

  /** The integer {@code value} wrapped to {@code dtype}; to BOOL whether it is not 0. */
  public static long wrap(DType dtype, long value) {
    return switch (dtype) {
      case I8 -> (byte) value;
      case I16 -> (short) value;
      case I32 -> (int) value;
      case I64 -> value;
      case U8 -> value & 0xFF;
      case BOOL -> value == 0 ? 0 : 1;
      case F16, BF16, E4M3, E5M2, F32, F64 ->
          throw new IllegalArgumentException(dtype + " is no integer");
    };
  }

  public static long of(Literal literal) {
    return literal.dtype().isFloat()
        ? ofDouble(literal.dtype(), literal.asDouble())
        : literal.bits();
  }

  /** As {@code LowOp.Cast} converts. */
  public static long cast(DType from, DType to, long bits) {
    if (from == to) {
      return bits;
    }
    if (!from.isFloat()) {
      return to.isFloat() ? floatOf(to, bits) : wrap(to, bits);
    }
    double value = toDouble(from, bits);
    return switch (to) {
      case F16, BF16, E4M3, E5M2, F32, F64 -> ofDouble(to, value);
      case BOOL -> value != 0 ? 1 : 0;
      case I64 -> (long) value;
      case I32 -> (int) value;
      case I16 -> Math.clamp((int) value, Short.MIN_VALUE, Short.MAX_VALUE);
      case I8 -> Math.clamp((int) value, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case U8 -> Math.clamp((int) value, 0, 0xFF);
    };
  }

  /** An integer as a float, rounded once. */
  private static long floatOf(DType to, long value) {
    if (to == DType.F32) {
      return Float.floatToRawIntBits((float) value);
    }
    if (to == DType.F64) {
      return Double.doubleToRawLongBits((double) value);
    }
    // On the way to a smaller float a double must not become a tie that the integer was not: what
    // it
    // cannot hold is cut off and left as one odd last bit.
    long dropped = Math.abs(value) <= 1L << 53 ? 0 : value & 0x7FF;
    return ofDouble(to, (double) ((value - dropped) | (dropped == 0 ? 0 : 0x800)));
  }

  /** As a store of tile operations converts: from a computed type to the element type. */
  static long stored(DType computed, DType element, long bits) {
    return element.isFloat() ? ofDouble(element, toDouble(computed, bits)) : wrap(element, bits);
  }

  /** As a load of tile operations converts: from the element type to its computed type. */
  static long loaded(DType element, long bits) {
    DType computed = element.computed();
    return element.isFloat() ? ofDouble(computed, toDouble(element, bits)) : bits;
  }
}
