package dev.kiln.lang;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Memory that counts its holders and is freed by whoever brings it to "closed, no holders".
 *
 * <p>The state is the number of holders and has its sign bit set once closed, so that one atomic
 * step decides between a late holder and {@link #close}.
 */
public abstract class CountedMemory implements Memory {

  private static final int CLOSED = Integer.MIN_VALUE;

  private final AtomicInteger state = new AtomicInteger();

  /** Open memory without holders. */
  protected CountedMemory() {}

  /** Frees the bytes; called once, when nobody uses them any more. */
  protected abstract void free();

  /**
   * Refuses uses after the end.
   *
   * @throws IllegalStateException if this memory is closed
   */
  protected final void requireOpen() {
    if (state.get() < 0) {
      throw closed();
    }
  }

  @Override
  public final boolean isClosed() {
    return state.get() < 0;
  }

  @Override
  public final void close() {
    int before = state.getAndUpdate(count -> count | CLOSED);
    if (before == 0) {
      free();
    }
  }

  @Override
  public final void hold() {
    int count = state.get();
    while (!(count >= 0 && state.compareAndSet(count, count + 1))) {
      if (count < 0) {
        throw closed();
      }
      count = state.get();
    }
  }

  @Override
  public final void release() {
    if (state.decrementAndGet() == CLOSED) {
      free();
    }
  }

  private static IllegalStateException closed() {
    return new IllegalStateException("The tensor is closed.");
  }
}
