package dev.kiln.lang;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** Signed bytes, from −128 to 127. */
public final class I8 extends IntType {

  static final I8 INSTANCE = new I8();

  private I8() {
    super("i8", 1);
  }

  @Override
  int load(MemorySegment segment, long offset) {
    return segment.get(JAVA_BYTE, offset);
  }

  @Override
  void store(MemorySegment segment, long offset, int value) {
    segment.set(JAVA_BYTE, offset, (byte) value);
  }
}
