package dev.kiln.lang;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** IEEE double precision, Java's {@code double}. */
public final class F64 extends DType {

  static final F64 INSTANCE = new F64();

  private F64() {
    super("f64", 8);
  }

  double load(MemorySegment segment, long offset) {
    return segment.get(JAVA_DOUBLE_UNALIGNED, offset);
  }

  void store(MemorySegment segment, long offset, double value) {
    segment.set(JAVA_DOUBLE_UNALIGNED, offset, value);
  }
}
