package dev.kiln.lang;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** IEEE single precision, Java's {@code float}. */
public final class F32 extends FloatType {

  static final F32 INSTANCE = new F32();

  private F32() {
    super("f32", 4);
  }

  @Override
  float load(MemorySegment segment, long offset) {
    return segment.get(JAVA_FLOAT_UNALIGNED, offset);
  }

  @Override
  void store(MemorySegment segment, long offset, float value) {
    segment.set(JAVA_FLOAT_UNALIGNED, offset, value);
  }

  @Override
  void loadRow(MemorySegment segment, long offset, float[] target, int at, int count) {
    MemorySegment.copy(segment, JAVA_FLOAT_UNALIGNED, offset, target, at, count);
  }

  @Override
  void storeRow(MemorySegment segment, long offset, float[] source, int at, int count) {
    MemorySegment.copy(source, at, segment, JAVA_FLOAT_UNALIGNED, offset, count);
  }
}
