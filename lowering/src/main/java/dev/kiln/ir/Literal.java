package dev.kiln.ir;

/**
 * A constant of one dtype, compared by its bits, so that NaN equals itself and -0 is not 0.
 *
 * @param bits the value itself for integers (sign-extended) and truth values (0 or 1); the bits of
 *     the exact {@code double} for floats
 */
public record Literal(DType dtype, long bits) {
  public static Literal of(DType dtype, long value) {
    return switch (dtype.kind()) {
      case FLOAT -> of(dtype, (double) value);
      case TRUTH -> new Literal(dtype, value == 0 ? 0 : 1);
      case UNSIGNED -> new Literal(dtype, value & 0xFF);
      case SIGNED -> new Literal(dtype, value << (64 - dtype.bits()) >> (64 - dtype.bits()));
    };
  }

  /** A float of {@code dtype}; the caller has rounded it to that dtype, F32 is rounded here. */
  public static Literal of(DType dtype, double value) {
    double exact = dtype == DType.F32 ? (float) value : value;
    return new Literal(dtype, Double.doubleToRawLongBits(exact));
  }

  public static Literal of(boolean value) {
    return new Literal(DType.BOOL, value ? 1 : 0);
  }

  public double asDouble() {
    return dtype.isFloat() ? Double.longBitsToDouble(bits) : bits;
  }

  public long asLong() {
    return dtype.isFloat() ? (long) Double.longBitsToDouble(bits) : bits;
  }

  public boolean asBoolean() {
    return bits != 0;
  }
}
