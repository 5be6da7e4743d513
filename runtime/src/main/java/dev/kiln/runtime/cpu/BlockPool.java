package dev.kiln.runtime.cpu;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads that help with launches: one fewer than the pool's size, since the thread that
 * launches works too.
 *
 * <p>A launch puts its work into a free slot and wakes sleepers; workers go round the slots.
 * Workers are daemon threads, started by the first launch of several blocks, and sleep when idle. A
 * launch that finds all slots taken runs on its own thread.
 */
public final class BlockPool {

  private static final int SLOTS = 16;

  /** Chunks a thread, so that threads that get fewer cycles hold up the end by little. */
  private static final int CHUNKS_A_THREAD = 16;

  private final int threads;
  private final AtomicReferenceArray<@Nullable BlockWork> slots = new AtomicReferenceArray<>(SLOTS);
  private final AtomicBoolean started = new AtomicBoolean();
  private final Worker[] workers;

  /** A pool of so many threads, the launching one included. */
  public BlockPool(int threads) {
    this.threads = threads;
    this.workers = new Worker[threads - 1];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker(i);
    }
  }

  /** The number of threads that a launch may use. */
  public int threads() {
    return threads;
  }

  /** Runs blocks 0 to {@code blocks - 1} and gives 0 or the number of the trap that stopped it. */
  public int run(BlockWork work, CpuFunction function, long arguments, long blocks) {
    if (blocks == 1 || threads == 1) {
      return work.runAlone(function, arguments, blocks);
    }
    start();
    long chunk = Math.max(1, blocks / ((long) threads * CHUNKS_A_THREAD));
    work.open(function, arguments, blocks, chunk);
    int slot = place(work);
    if (slot < SLOTS) {
      wake((blocks - 1) / chunk);
    }
    try {
      work.runOwn();
    } finally {
      if (slot < SLOTS) {
        slots.set(slot, null);
      }
    }
    return work.shut();
  }

  private int place(BlockWork work) {
    int slot = 0;
    while (slot < SLOTS && !slots.compareAndSet(slot, null, work)) {
      slot++;
    }
    return slot;
  }

  private void start() {
    if (!started.get() && started.compareAndSet(false, true)) {
      for (Worker worker : workers) {
        worker.thread.start();
      }
    }
  }

  private void wake(long most) {
    long left = most;
    for (Worker worker : workers) {
      if (left <= 0) {
        return;
      }
      if (worker.wake()) {
        left--;
      }
    }
  }

  /** A thread that helps with whatever stands in the slots. */
  private final class Worker implements Runnable {

    private static final int SPINS = 1_000;

    private final Scratch scratch = new Scratch();
    private final AtomicBoolean asleep = new AtomicBoolean();
    private final Thread thread;

    Worker(int number) {
      thread =
          Thread.ofPlatform()
              .name("kiln-cpu-" + threads + "-" + (number + 1))
              .daemon()
              .inheritInheritableThreadLocals(false)
              .unstarted(this);
    }

    /** Wakes the thread if it sleeps, or is about to, and says whether it did. */
    boolean wake() {
      if (asleep.get() && asleep.compareAndSet(true, false)) {
        LockSupport.unpark(thread);
        return true;
      }
      return false;
    }

    @Override
    public void run() {
      int idle = 0;
      while (true) {
        if (help()) {
          idle = 0;
        } else if (++idle < SPINS) {
          Thread.onSpinWait();
        } else {
          sleep();
          idle = 0;
        }
      }
    }

    /** Goes to sleep unless work came after it said so: a launch first places work, then wakes. */
    private void sleep() {
      asleep.set(true);
      if (!help()) {
        LockSupport.park(BlockPool.this);
      }
      asleep.set(false);
    }

    private boolean help() {
      boolean helped = false;
      for (int slot = 0; slot < SLOTS; slot++) {
        @Nullable BlockWork work = slots.get(slot);
        if (work != null && work.hasWork()) {
          work.help(scratch);
          helped = true;
        }
      }
      return helped;
    }
  }
}
