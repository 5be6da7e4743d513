package dev.kiln.lang;

import java.lang.foreign.MemorySegment;

/**
 * An element type that is read as a Java {@code int}; a write keeps the low bits, as Java's
 * narrowing casts do.
 */
public abstract sealed class IntType extends DType permits I8, I16, I32, U8 {

  IntType(String id, int bytes) {
    super(id, bytes);
  }

  abstract int load(MemorySegment segment, long offset);

  abstract void store(MemorySegment segment, long offset, int value);
}
