package dev.kiln.lang;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** Unsigned bytes, from 0 to 255. */
public final class U8 extends IntType {

  static final U8 INSTANCE = new U8();

  private U8() {
    super("u8", 1);
  }

  @Override
  int load(MemorySegment segment, long offset) {
    return Byte.toUnsignedInt(segment.get(JAVA_BYTE, offset));
  }

  @Override
  void store(MemorySegment segment, long offset, int value) {
    segment.set(JAVA_BYTE, offset, (byte) value);
  }
}
