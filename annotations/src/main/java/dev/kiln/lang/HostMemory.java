package dev.kiln.lang;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Memory of the CPU.
 *
 * <p>The state counts holders and has its sign bit set once closed, so that one atomic step decides
 * between a late holder and {@link #close}. Whoever brings it to "closed, no holders" frees.
 */
final class HostMemory implements Memory {

  private static final int CLOSED = Integer.MIN_VALUE;
  private static final long ALIGNMENT = 64;

  private final MemorySegment segment;
  private final Runnable free;
  private final AtomicInteger state = new AtomicInteger();

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
    if (state.get() < 0) {
      throw closed();
    }
    return segment;
  }

  @Override
  public boolean isClosed() {
    return state.get() < 0;
  }

  @Override
  public void close() {
    int before = state.getAndUpdate(count -> count | CLOSED);
    if (before == 0) {
      free.run();
    }
  }

  @Override
  public String device() {
    return CPU;
  }

  @Override
  public void hold() {
    int count = state.get();
    while (!(count >= 0 && state.compareAndSet(count, count + 1))) {
      if (count < 0) {
        throw closed();
      }
      count = state.get();
    }
  }

  @Override
  public void release() {
    if (state.decrementAndGet() == CLOSED) {
      free.run();
    }
  }

  private static IllegalStateException closed() {
    return new IllegalStateException("The tensor is closed.");
  }
}
