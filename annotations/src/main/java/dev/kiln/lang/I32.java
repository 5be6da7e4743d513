package dev.kiln.lang;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Signed 32-bit integers, Java's {@code int}. */
public final class I32 extends IntType {

  static final I32 INSTANCE = new I32();

  private I32() {
    super("i32", 4);
  }

  @Override
  int load(MemorySegment segment, long offset) {
    return segment.get(JAVA_INT_UNALIGNED, offset);
  }

  @Override
  void store(MemorySegment segment, long offset, int value) {
    segment.set(JAVA_INT_UNALIGNED, offset, value);
  }
}
