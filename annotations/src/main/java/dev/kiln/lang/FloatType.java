package dev.kiln.lang;

import java.lang.foreign.MemorySegment;

/**
 * An element type that is read as a Java {@code float} without loss and rounded to nearest, ties to
 * even, when it is written.
 */
public abstract sealed class FloatType extends DType permits F16, BF16, F32, Float8 {

  FloatType(String id, int bytes) {
    super(id, bytes);
  }

  abstract float load(MemorySegment segment, long offset);

  abstract void store(MemorySegment segment, long offset, float value);

  /** Reads {@code count} adjacent elements into {@code target} from {@code at} on. */
  abstract void loadRow(MemorySegment segment, long offset, float[] target, int at, int count);

  /** Writes {@code count} elements of {@code source} from {@code at} on to adjacent places. */
  abstract void storeRow(MemorySegment segment, long offset, float[] source, int at, int count);
}
