package dev.kiln.interp;

import dev.kiln.ir.LowOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Which thread of a block goes on. They take turns: each goes on until it waits, in ascending order
 * or, with random numbers, in any and with changes at accesses to memory. Threads that wait for
 * each other go on once all of them wait at the same place; where they cannot all come there, the
 * kernel is wrong.
 */
final class Schedule {
  private static final int WARP = 32;

  /** A thread that is changed for another has accessed memory less often than this. */
  private static final int MOST_ACCESSES = 4;

  private final List<BlockThread> threads;
  private final @Nullable Random random;
  private final List<BlockThread> ready;

  /** The number of threads of each warp that wait or have ended. */
  private final int[] stopped;

  /** What the first thread that has failed has done wrong. */
  private @Nullable InterpreterException failure;

  /**
   * @param random null for the ascending order
   */
  Schedule(List<BlockThread> threads, @Nullable Random random) {
    this.threads = List.copyOf(threads);
    this.random = random;
    this.ready = new ArrayList<>(threads.reversed());
    this.stopped = new int[Math.ceilDiv(threads.size(), WARP)];
  }

  /**
   * Runs all threads to their ends. When one fails, the others still go on to where they wait: that
   * it found poison may be due to a race, and then the race is told.
   */
  void run() {
    while (!ready.isEmpty() || meet()) {
      BlockThread thread = takeOne();
      try {
        thread.advance(random == null ? BlockThread.ALWAYS : 1 + random.nextInt(MOST_ACCESSES));
      } catch (RaceException race) {
        throw race;
      } catch (InterpreterException failed) {
        failure = failure == null ? failed : failure;
        continue;
      }
      if (!thread.hasEnded() && thread.awaited() == null) {
        ready.add(thread);
      } else if (++stopped[thread.number() / WARP] == warp(thread).size()) {
        actTogether(warp(thread));
      }
    }
  }

  private BlockThread takeOne() {
    if (random == null) {
      return ready.removeLast();
    }
    int number = random.nextInt(ready.size());
    BlockThread last = ready.removeLast();
    return number == ready.size() ? last : ready.set(number, last);
  }

  private List<BlockThread> warp(BlockThread thread) {
    int first = thread.number() / WARP * WARP;
    return threads.subList(first, Math.min(first + WARP, threads.size()));
  }

  /** Does what the threads of a warp wait to do, if it is for the warp to do. */
  private void actTogether(List<BlockThread> warp) {
    for (BlockThread thread : warp) {
      LowOp awaited = thread.awaited();
      if (awaited != null && isForWarp(awaited)) {
        requireBeside(thread, awaited, warp);
        if (warp.size() < WARP) {
          throw new InterpreterException(
              awaited, "It takes a warp of 32 threads; this one has %s.".formatted(warp.size()));
        }
        WarpExecution.run(awaited, warp);
        resume(warp);
        return;
      }
    }
  }

  private static boolean isForWarp(LowOp awaited) {
    return awaited instanceof LowOp.ExchangeThreads
        || awaited instanceof LowOp.MultiplyMatrices
        || awaited instanceof LowOp.LoadMatrices;
  }

  /**
   * All wait, or have ended. Behind a barrier, and in a phase, all go on; those that are to access
   * something outside of phases, once they are the last. False where all have ended.
   */
  private boolean meet() {
    if (failure != null) {
      throw failure;
    }
    BlockThread last = last();
    LowOp awaited = last.awaited();
    if (awaited == null) {
      return false;
    }
    List<BlockThread> group = threads;
    if (last.isPatient()) {
      group = threads.stream().filter(last::isBeside).toList();
    } else {
      requireBeside(last, awaited, threads);
    }
    Clock.meet(threads.stream().map(BlockThread::clock).toList());
    resume(group);
    return true;
  }

  /** The first of those that have the most to come. */
  private BlockThread last() {
    BlockThread last = threads.getFirst();
    for (BlockThread thread : threads) {
      last = thread.isBehind(last) ? thread : last;
    }
    return last;
  }

  private void resume(List<BlockThread> those) {
    for (BlockThread thread : those.reversed()) {
      thread.resume();
      ready.add(thread);
      stopped[thread.number() / WARP] = 0;
    }
  }

  private static void requireBeside(BlockThread first, LowOp awaited, List<BlockThread> those) {
    for (BlockThread other : those) {
      if (!first.isBeside(other)) {
        LowOp elsewhere = other.awaited();
        String where =
            elsewhere == null
                ? "has ended"
                : elsewhere.equals(awaited)
                    ? "waits in another iteration"
                    : "waits at %s".formatted(elsewhere.loc());
        throw new InterpreterException(
            awaited,
            "Thread %s waits here, in divergent control: thread %s %s."
                .formatted(first.number(), other.number(), where));
      }
    }
  }
}
