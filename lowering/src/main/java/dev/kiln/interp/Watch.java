package dev.kiln.interp;

import dev.kiln.ir.Op;
import org.jspecify.annotations.Nullable;

/**
 * Tells memory that several threads share what one of them does to it. A load that races with
 * atomic updates is forgiven when a {@code CompareAndSet} of the same element follows it, before
 * any other access: what was loaded is only what is expected.
 */
final class Watch {
  /** The last access, where it was a load: of what, and the race that it may turn out to be. */
  private record LastLoad(Accesses accesses, int at, @Nullable RaceException race) {}

  private final Clock clock;
  private @Nullable LastLoad last;

  Watch(Clock clock) {
    this.clock = clock;
  }

  void load(Op op, Memory memory, long index) {
    Accesses accesses = memory.accesses();
    if (accesses != null) {
      settle();
      int at = memory.at(index);
      last = new LastLoad(accesses, at, accesses.read(op, clock, at, memory.element().bytes()));
    }
  }

  /** Before a store that may leave the element as it is. */
  void store(Op op, Memory memory, long index, boolean isSame) {
    Accesses accesses = memory.accesses();
    if (accesses != null) {
      settle();
      accesses.write(op, clock, memory.at(index), memory.element().bytes(), isSame);
    }
  }

  void update(Op op, Memory memory, long index) {
    Accesses accesses = memory.accesses();
    if (accesses != null) {
      settle();
      accesses.update(op, clock, memory.at(index), memory.element().bytes());
    }
  }

  void swap(Op op, Memory memory, long index) {
    Accesses accesses = memory.accesses();
    if (accesses != null) {
      int at = memory.at(index);
      if (last != null && last.accesses() == accesses && last.at() == at) {
        accesses.forgetRead(clock, at, memory.element().bytes());
        last = null;
      }
      update(op, memory, index);
    }
  }

  /** No {@code CompareAndSet} follows. */
  void settle() {
    if (last != null && last.race() != null) {
      throw last.race();
    }
    last = null;
  }
}
