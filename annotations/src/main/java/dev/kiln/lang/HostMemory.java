package dev.kiln.lang;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory of the CPU. */
final class HostMemory extends CountedMemory {

  private static final long ALIGNMENT = 64;

  private final MemorySegment segment;
  private final Runnable free;

  private HostMemory(MemorySegment segment, Runnable free) {
    this.segment = segment;
    this.free = free;
  }

  @SuppressWarnings("MustBeClosedChecker") // closed by close() or the last release()
  static HostMemory allocate(long bytes) {
    var arena = Arena.ofShared();
    return new HostMemory(arena.allocate(bytes, ALIGNMENT), arena::close);
  }

  static HostMemory of(MemorySegment segment) {
    return new HostMemory(segment, () -> {});
  }

  @Override
  public MemorySegment host() {
    requireOpen();
    return segment;
  }

  @Override
  public String device() {
    return CPU;
  }

  @Override
  protected void free() {
    free.run();
  }
}
