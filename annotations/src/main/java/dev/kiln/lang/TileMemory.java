package dev.kiln.lang;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/**
 * Memory of an on-chip tile; it dies with its block.
 *
 * <p>Remembers which elements were written if it was made to; otherwise all count as written.
 */
final class TileMemory implements Memory {

  private final MemorySegment segment;
  private final int elementBytes;
  private final BitSet unwritten = new BitSet();

  TileMemory(MemorySegment segment, int elementBytes, boolean poison) {
    this.segment = segment;
    this.elementBytes = elementBytes;
    if (poison) {
      unwritten.set(0, Math.toIntExact(segment.byteSize() / elementBytes));
    }
  }

  boolean isWritten(long offset) {
    return !unwritten.get((int) (offset / elementBytes));
  }

  void markWritten(long offset) {
    unwritten.clear((int) (offset / elementBytes));
  }

  @Override
  public MemorySegment host() {
    if (!segment.scope().isAlive()) {
      throw new IllegalStateException("The tile died with its block.");
    }
    return segment;
  }

  @Override
  public boolean isClosed() {
    return !segment.scope().isAlive();
  }

  @Override
  public void close() {
    throw new IllegalStateException("A tile lives to the end of its block and is not closed.");
  }

  @Override
  public String device() {
    return "block";
  }

  @Override
  public void hold() {
    throw new IllegalStateException("A tile is not passed to a device.");
  }

  @Override
  public void release() {
    throw new IllegalStateException("A tile is not passed to a device.");
  }
}
