package dev.kiln.lang;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/**
 * A float of one byte. What is too large for it becomes its largest value, infinity too; a NaN
 * becomes the NaN 0x7f.
 */
abstract sealed class Float8 extends FloatType permits E4M3, E5M2 {

  private static final int SIGN = 0x80;
  private static final byte NAN = 0x7f;

  private final int fraction;
  private final int smallest;
  private final float largest;

  /**
   * A format.
   *
   * @param fraction bits behind the first one of a significand
   * @param smallest the exponent below which values have fewer bits
   */
  Float8(String id, int fraction, int smallest, float largest) {
    super(id, 1);
    this.fraction = fraction;
    this.smallest = smallest;
    this.largest = largest;
  }

  abstract float fromBits(byte bits);

  /** Rounds to nearest, ties to even. */
  final byte toBits(float value) {
    if (Float.isNaN(value)) {
      return NAN;
    }
    float magnitude = Math.min(Math.abs(value), largest);
    int exponent = Math.max(Math.getExponent(magnitude), smallest);
    int units = (int) Math.rint(Math.scalb((double) magnitude, fraction - exponent));
    // A significand that rounds up to the next power of two carries into the exponent.
    int code = ((exponent - smallest) << fraction) + units;
    return (byte) (Float.floatToRawIntBits(value) < 0 ? SIGN | code : code);
  }

  /** The value of the bits without the sign, unless they are infinite or NaN. */
  final float finite(int magnitude) {
    int exponent = Math.max(magnitude >> fraction, 1);
    int units = magnitude - ((exponent - 1) << fraction);
    return Math.scalb((float) units, exponent - 1 + smallest - fraction);
  }

  @Override
  final float load(MemorySegment segment, long offset) {
    return fromBits(segment.get(JAVA_BYTE, offset));
  }

  @Override
  final void store(MemorySegment segment, long offset, float value) {
    segment.set(JAVA_BYTE, offset, toBits(value));
  }

  @Override
  final void loadRow(MemorySegment segment, long offset, float[] target, int at, int count) {
    for (int i = 0; i < count; i++) {
      target[at + i] = load(segment, offset + i);
    }
  }

  @Override
  final void storeRow(MemorySegment segment, long offset, float[] source, int at, int count) {
    for (int i = 0; i < count; i++) {
      store(segment, offset + i, source[at + i]);
    }
  }
}
