package dev.kiln.interp;

import dev.kiln.ir.Op;
import org.jspecify.annotations.Nullable;

/**
 * Tells memory what a thread does to it. Where several threads share it, a load that races with
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
    if (memory.ledger() instanceof Accesses accesses) {
      settle();
      int at = memory.at(index);
      last = new LastLoad(accesses, at, accesses.read(op, clock, at, memory.element().bytes()));
    }
    touch(op, memory, index);
  }

  /** Before a store that may leave the element as it is. */
  void store(Op op, Memory memory, long index, boolean isSame) {
    if (memory.ledger() instanceof Accesses accesses) {
      settle();
      accesses.write(op, clock, memory.at(index), memory.element().bytes(), isSame);
    }
    touch(op, memory, index);
  }

  void update(Op op, Memory memory, long index) {
    if (memory.ledger() instanceof Accesses accesses) {
      settle();
      accesses.update(op, clock, memory.at(index), memory.element().bytes());
    }
    touch(op, memory, index);
  }

  void swap(Op op, Memory memory, long index) {
    if (memory.ledger() instanceof Accesses accesses) {
      int at = memory.at(index);
      if (last != null && last.accesses() == accesses && last.at() == at) {
        accesses.forgetRead(clock, at, memory.element().bytes());
        last = null;
      }
    }
    update(op, memory, index);
  }

  private static void touch(Op op, Memory memory, long index) {
    if (memory.ledger() instanceof RegisterUses uses) {
      uses.touch(op, memory.at(index), memory.element().bytes());
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
