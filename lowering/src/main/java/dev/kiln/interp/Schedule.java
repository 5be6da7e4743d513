package dev.kiln.interp;

import dev.kiln.ir.LowOp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which thread of a block goes on. They take turns: each goes on until it waits, in ascending order
 * or, with random numbers, in any and with changes at accesses to memory. Threads that wait for
 * each other go on once all of them wait at the same place, those that wait for a phase once it has
 * ended; where they cannot all come there, or it does not end, the kernel is wrong.
 */
final class Schedule {
  private static final int WARP = 32;

  /** A thread that is changed for another has accessed memory less often than this. */
  private static final int MOST_ACCESSES = 4;

  private final List<BlockThread> threads;
  private final PhaseExecution phases;
  private final @Nullable Random random;
  private final List<BlockThread> ready;

  /** The number of threads of each warp that wait for each other or have ended. */
  private final int[] stopped;

  /** What the first thread that has failed has done wrong. */
  private @Nullable InterpreterException failure;

  /**
   * @param random null for the ascending order
   */
  Schedule(List<BlockThread> threads, PhaseExecution phases, @Nullable Random random) {
    this.threads = List.copyOf(threads);
    this.phases = phases;
    this.random = random;
    this.ready = new ArrayList<>(threads.reversed());
    this.stopped = new int[Math.ceilDiv(threads.size(), WARP)];
  }

  /**
   * Runs all threads to their ends. When one fails, the others still go on to where they wait: that
   * it found poison may be due to a race, and then the race is told.
   */
  void run() {
    while (isAnyReady()) {
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
      } else if (!thread.isAtPhase() && ++stopped[thread.number() / WARP] == warp(thread).size()) {
        actTogether(thread);
      }
    }
  }

  /** Whether a thread can go on; else all have ended. */
  private boolean isAnyReady() {
    phases.pass();
    wake();
    return !ready.isEmpty() || goOn();
  }

  /** Those go on whose phases have ended. */
  private void wake() {
    for (BlockThread thread : phases.takeWoken()) {
      thread.resume();
      ready.add(thread);
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
    return group(thread, WARP);
  }

  /** The {@code size} threads from a multiple of it on that {@code thread} is one of. */
  private List<BlockThread> group(BlockThread thread, int size) {
    int first = thread.number() / size * size;
    return threads.subList(first, Math.min(first + size, threads.size()));
  }

  /**
   * Does what the threads of the warp of {@code one} wait to do, if it is for the warp to do, or
   * for its warpgroup, all of which waits.
   */
  private void actTogether(BlockThread one) {
    BlockThread ofWarp = find(warp(one), Schedule::isForWarp);
    List<BlockThread> warpgroup = group(one, WarpgroupExecution.THREADS);
    BlockThread ofGroup = find(warpgroup, WarpgroupExecution::isForWarpgroup);
    if (ofWarp != null) {
      actTogether(ofWarp, "warp", WARP, WarpExecution::run);
    } else if (ofGroup != null && areStopped(warpgroup)) {
      actTogether(ofGroup, "warpgroup", WarpgroupExecution.THREADS, WarpgroupExecution::run);
    }
  }

  private boolean areStopped(List<BlockThread> warpgroup) {
    int count = 0;
    for (int i = 0; i < warpgroup.size(); i += WARP) {
      count += stopped[warpgroup.get(i).number() / WARP];
    }
    return count == warpgroup.size() && warpgroup.stream().noneMatch(BlockThread::isPatient);
  }

  /** A thread that waits at an operation that is one of {@code kind}. */
  private static @Nullable BlockThread find(List<BlockThread> threads, Predicate<LowOp> kind) {
    for (BlockThread thread : threads) {
      LowOp awaited = thread.awaited();
      if (awaited != null && !thread.isPatient() && kind.test(awaited)) {
        return thread;
      }
    }
    return null;
  }

  /** What is done by several threads. */
  @FunctionalInterface
  private interface Together {
    void run(LowOp op, List<BlockThread> those);
  }

  private void actTogether(BlockThread waiting, String name, int size, Together action) {
    LowOp awaited = Objects.requireNonNull(waiting.awaited());
    List<BlockThread> group = group(waiting, size);
    requireBeside(waiting, awaited, group);
    if (group.size() < size) {
      throw new InterpreterException(
          awaited,
          "It takes a %s of %d threads; this one has %d.".formatted(name, size, group.size()));
    }
    action.run(awaited, group);
    resume(group);
  }

  private static boolean isForWarp(LowOp awaited) {
    return awaited instanceof LowOp.ExchangeThreads
        || awaited instanceof LowOp.MultiplyMatrices
        || awaited instanceof LowOp.LoadMatrices;
  }

  /** All wait, or have ended. False where all have ended. */
  private boolean goOn() {
    while (phases.finishOne()) {
      wake();
      if (!ready.isEmpty()) {
        return true;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return meet(threads.stream().filter(thread -> !thread.isAtPhase()).toList());
  }

  /**
   * Behind a barrier, and in a phase, all go on; those that are to access something outside of
   * phases, once they are the last. What was written before a product is published for it then.
   *
   * @param those that do not wait for a phase to end
   */
  private boolean meet(List<BlockThread> those) {
    BlockThread last = last(those);
    LowOp awaited = last == null ? null : last.awaited();
    if (last == null || awaited == null) {
      requireNoneAtPhase(threads);
      return false;
    }
    List<BlockThread> meeting = those;
    List<BlockThread> group;
    if (last.isPatient()) {
      group = those.stream().filter(one -> one.isPatient() && last.isBeside(one)).toList();
      if (awaited instanceof LowOp.MultiplyWarpgroup) {
        those.forEach(thread -> thread.clock().publish());
      }
    } else {
      group = threads.stream().filter(one -> one.part() == last.part()).toList();
      requireNoneAtPhase(group);
      requireBeside(last, awaited, group);
      meeting = group;
    }
    Clock.meet(meeting.stream().map(BlockThread::clock).toList());
    resume(group);
    return true;
  }

  /** Fails with one thread for each operation at which one waits for a phase. */
  private void requireNoneAtPhase(List<BlockThread> those) {
    var waits = new LinkedHashMap<LowOp, String>();
    for (BlockThread thread : those) {
      if (thread.awaited() instanceof LowOp.AwaitPhase await && !waits.containsKey(await)) {
        String place = waits.isEmpty() ? "here" : "at " + await.loc();
        String lack = phases.lack(await, thread);
        waits.put(
            await, "Thread %s waits %s for ever: %s.".formatted(thread.number(), place, lack));
      }
    }
    if (!waits.isEmpty()) {
      LowOp first = waits.keySet().iterator().next();
      throw new InterpreterException(first, String.join(" ", waits.values()));
    }
  }

  /** The first of those that have the most to come; one that is patient, if there is. */
  private static @Nullable BlockThread last(List<BlockThread> those) {
    BlockThread last = null;
    for (BlockThread thread : those) {
      boolean isBefore =
          last != null
              && !thread.isBehind(last)
              && !(thread.isPatient() && !last.isPatient() && thread.isBeside(last));
      last = isBefore ? last : thread;
    }
    return last;
  }

  private void resume(List<BlockThread> those) {
    for (BlockThread thread : those.reversed()) {
      thread.resume();
      ready.add(thread);
      stopped[thread.number() / WARP]--;
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
