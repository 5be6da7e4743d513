package dev.kiln.lang;

import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** IEEE half precision: 11 bits of significand, exponents from −14 to 15. */
public final class F16 extends FloatType {

  static final F16 INSTANCE = new F16();

  private F16() {
    super("f16", 2);
  }

  @Override
  float load(MemorySegment segment, long offset) {
    return Float.float16ToFloat(segment.get(JAVA_SHORT_UNALIGNED, offset));
  }

  @Override
  void store(MemorySegment segment, long offset, float value) {
    segment.set(JAVA_SHORT_UNALIGNED, offset, Float.floatToFloat16(value));
  }

  @Override
  void loadRow(MemorySegment segment, long offset, float[] target, int at, int count) {
    var bits = new short[count];
    MemorySegment.copy(segment, JAVA_SHORT_UNALIGNED, offset, bits, 0, count);
    for (int i = 0; i < count; i++) {
      target[at + i] = Float.float16ToFloat(bits[i]);
    }
  }

  @Override
  void storeRow(MemorySegment segment, long offset, float[] source, int at, int count) {
    var bits = new short[count];
    for (int i = 0; i < count; i++) {
      bits[i] = Float.floatToFloat16(source[at + i]);
    }
    MemorySegment.copy(bits, 0, segment, JAVA_SHORT_UNALIGNED, offset, count);
  }
}
