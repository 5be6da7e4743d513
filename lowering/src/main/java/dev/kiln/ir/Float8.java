package dev.kiln.ir;

/**
 * The floats of one byte: how a value becomes bits and bits a value. What is too large becomes the
 * largest value, infinity too; a NaN becomes {@link #NAN}.
 */
public enum Float8 {
  E4M3(3, -6, 448),
  E5M2(2, -14, 57344);

  /** The NaN that all others become. */
  public static final int NAN = 0x7F;

  private static final int SIGN = 0x80;
  private static final int MAGNITUDE = 0x7F;

  private final int fraction;
  private final int smallest;
  private final int largest;

  Float8(int fraction, int smallest, int largest) {
    this.fraction = fraction;
    this.smallest = smallest;
    this.largest = largest;
  }

  /** The format of a dtype of floats of one byte. */
  public static Float8 of(DType dtype) {
    return switch (dtype) {
      case E4M3 -> E4M3;
      case E5M2 -> E5M2;
      case F16, BF16, F32, F64, I8, I16, I32, I64, U8, BOOL ->
          throw new IllegalArgumentException(dtype + " is no float of one byte");
    };
  }

  /** Bits of a significand behind the first one. */
  public int fraction() {
    return fraction;
  }

  /** The exponent below which values have fewer bits. */
  public int smallestExponent() {
    return smallest;
  }

  /** The largest value that is not infinite. */
  public int largest() {
    return largest;
  }

  /** The bits, as a signed byte, of the value nearest to {@code value}, ties to even. */
  public byte bits(double value) {
    if (Double.isNaN(value)) {
      return NAN;
    }
    double magnitude = Math.min(Math.abs(value), largest);
    int exponent = Math.max(Math.getExponent(magnitude), smallest);
    int units = (int) Math.rint(Math.scalb(magnitude, fraction - exponent));
    // A significand that rounds up to the next power of two carries into the exponent.
    int code = ((exponent - smallest) << fraction) + units;
    return (byte) (Double.doubleToRawLongBits(value) < 0 ? code | SIGN : code);
  }

  /** The value of the low byte of {@code bits}. */
  public double value(long bits) {
    int code = (int) bits & MAGNITUDE;
    double magnitude = this == E5M2 ? Float.float16ToFloat((short) (code << 8)) : e4m3(code);
    return (bits & SIGN) == 0 ? magnitude : -magnitude;
  }

  private double e4m3(int code) {
    if (code == NAN) {
      return Double.NaN;
    }
    int exponent = Math.max(code >> fraction, 1) - 1;
    return Math.scalb((double) (code - (exponent << fraction)), exponent + smallest - fraction);
  }
}
