package dev.kiln.lang;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Signed 64-bit integers, Java's {@code long}. */
public final class I64 extends DType {

  static final I64 INSTANCE = new I64();

  private I64() {
    super("i64", 8);
  }

  long load(MemorySegment segment, long offset) {
    return segment.get(JAVA_LONG_UNALIGNED, offset);
  }

  void store(MemorySegment segment, long offset, long value) {
    segment.set(JAVA_LONG_UNALIGNED, offset, value);
  }
}
