package dev.kiln.runtime.cpu;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one launch: whoever helps claims chunks of them from a counter until none is left.
 *
 * <p>It is reused launch after launch. The fields of a launch are written while it is shut and read
 * only by threads that entered it while it was open, so a helper that comes late finds it shut or
 * helps with the next launch; both are right. The owner leaves only when all helpers have.
 */
public final class BlockWork {

  private static final int SHUT = Integer.MIN_VALUE;
  private static final int SPINS = 2_000;

  private final Scratch scratch = new Scratch();
  private final AtomicLong next = new AtomicLong();
  private final AtomicInteger trap = new AtomicInteger();

  /** The number of helpers inside, with the sign bit set while shut. */
  private final AtomicInteger helpers = new AtomicInteger(SHUT);

  private @Nullable CpuFunction function;
  private @Nullable Thread owner;
  private long arguments;
  private long blocks;
  private long chunk;

  /** Runs all blocks on this thread. */
  int runAlone(CpuFunction alone, long argumentsAddress, long count) {
    return alone.call(argumentsAddress, 0, count, scratch.address(alone.scratchBytes()));
  }

  /** Makes the blocks of a launch claimable. */
  void open(CpuFunction newFunction, long argumentsAddress, long count, long newChunk) {
    function = newFunction;
    owner = Thread.currentThread();
    arguments = argumentsAddress;
    blocks = count;
    chunk = newChunk;
    next.set(0);
    trap.set(0);
    helpers.set(0);
  }

  /** Runs chunks on the owner's thread until none is left. */
  void runOwn() {
    claim(scratch);
  }

  /** Runs chunks on a helper's thread, if this is open. */
  void help(Scratch own) {
    int inside = helpers.get();
    while (inside >= 0 && !helpers.compareAndSet(inside, inside + 1)) {
      inside = helpers.get();
    }
    if (inside < 0) {
      return;
    }
    try {
      claim(own);
    } finally {
      @Nullable Thread waiting = owner;
      if (helpers.decrementAndGet() == SHUT) {
        LockSupport.unpark(waiting);
      }
    }
  }

  /** Whether help may be welcome. */
  boolean hasWork() {
    return helpers.get() >= 0 && next.get() < blocks;
  }

  /** Refuses new helpers, waits for those inside and gives the number of the first trap, or 0. */
  int shut() {
    int inside = helpers.get();
    while (!helpers.compareAndSet(inside, inside | SHUT)) {
      inside = helpers.get();
    }
    for (int spin = 0; helpers.get() != SHUT; spin++) {
      if (spin < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.park(this);
      }
    }
    return trap.get();
  }

  private void claim(Scratch own) {
    CpuFunction code = Objects.requireNonNull(function);
    long scratchAddress = own.address(code.scratchBytes());
    long first = next.getAndAdd(chunk);
    while (first < blocks) {
      int stopped = code.call(arguments, first, Math.min(first + chunk, blocks), scratchAddress);
      if (stopped != 0) {
        trap.compareAndSet(0, stopped);
        next.set(blocks);
      }
      first = next.getAndAdd(chunk);
    }
  }
}
