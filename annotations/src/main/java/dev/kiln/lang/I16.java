package dev.kiln.lang;

import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Signed 16-bit integers, Java's {@code short}. */
public final class I16 extends IntType {

  static final I16 INSTANCE = new I16();

  private I16() {
    super("i16", 2);
  }

  @Override
  int load(MemorySegment segment, long offset) {
    return segment.get(JAVA_SHORT_UNALIGNED, offset);
  }

  @Override
  void store(MemorySegment segment, long offset, int value) {
    segment.set(JAVA_SHORT_UNALIGNED, offset, (short) value);
  }
}
