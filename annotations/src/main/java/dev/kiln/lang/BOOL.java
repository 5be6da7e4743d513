package dev.kiln.lang;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** Truth values, one byte an element: zero is false, a write stores 0 or 1. */
public final class BOOL extends DType {

  static final BOOL INSTANCE = new BOOL();

  private BOOL() {
    super("bool", 1);
  }

  boolean load(MemorySegment segment, long offset) {
    return segment.get(JAVA_BYTE, offset) != 0;
  }

  void store(MemorySegment segment, long offset, boolean value) {
    segment.set(JAVA_BYTE, offset, (byte) (value ? 1 : 0));
  }
}
