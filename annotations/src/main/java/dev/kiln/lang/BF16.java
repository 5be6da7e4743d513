package dev.kiln.lang;

import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The upper half of an IEEE single: 8 bits of significand, the exponents of f32. */
public final class BF16 extends FloatType {

  static final BF16 INSTANCE = new BF16();

  private BF16() {
    super("bf16", 2);
  }

  /** Rounds to nearest, ties to even; a NaN stays a NaN, made quiet. */
  static short toBits(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) ((bits >>> 16) | 0x40);
    }
    return (short) ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16);
  }

  static float fromBits(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  @Override
  float load(MemorySegment segment, long offset) {
    return fromBits(segment.get(JAVA_SHORT_UNALIGNED, offset));
  }

  @Override
  void store(MemorySegment segment, long offset, float value) {
    segment.set(JAVA_SHORT_UNALIGNED, offset, toBits(value));
  }

  @Override
  void loadRow(MemorySegment segment, long offset, float[] target, int at, int count) {
    var bits = new short[count];
    MemorySegment.copy(segment, JAVA_SHORT_UNALIGNED, offset, bits, 0, count);
    for (int i = 0; i < count; i++) {
      target[at + i] = fromBits(bits[i]);
    }
  }

  @Override
  void storeRow(MemorySegment segment, long offset, float[] source, int at, int count) {
    var bits = new short[count];
    for (int i = 0; i < count; i++) {
      bits[i] = toBits(source[at + i]);
    }
    MemorySegment.copy(bits, 0, segment, JAVA_SHORT_UNALIGNED, offset, count);
  }
}
