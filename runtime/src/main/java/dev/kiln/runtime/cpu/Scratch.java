package dev.kiln.runtime.cpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory of one thread at a time, 64-byte aligned, that grows to the largest size asked for. */
final class Scratch {

  private static final long ALIGNMENT = 64;

  private MemorySegment memory = MemorySegment.NULL;

  /** The address of at least so many bytes; their contents are undefined. */
  long address(long bytes) {
    if (memory.byteSize() < bytes) {
      memory = Arena.ofAuto().allocate(bytes, ALIGNMENT);
    }
    return memory.address();
  }
}
