package dev.kiln.interp;

import java.util.Arrays;
import java.util.List;

/**
 * What a thread of a block knows to have happened: for each thread, the time up to which all that
 * it did comes before what this one does next. A vector clock; times only grow, and go on from
 * block to block, so that blocks that are run one after another are in order.
 */
final class Clock {
  private final int thread;
  private final int[] times;

  /**
   * The clock of {@code thread} at the begin of a block, when it knows nothing of the others.
   *
   * @param before a time that no thread has passed
   */
  Clock(int thread, int threads, int before) {
    this.thread = thread;
    this.times = new int[threads];
    Arrays.fill(times, before);
    times[thread]++;
  }

  int thread() {
    return thread;
  }

  /** The time of what the thread does. */
  int now() {
    return times[thread];
  }

  /** Whether what {@code other} did at {@code time} comes before what this thread does. */
  boolean knows(int other, int time) {
    return time <= times[other];
  }

  /** All of {@code clocks} wait for each other: what each did comes before what any does next. */
  static void meet(List<Clock> clocks) {
    int[] latest = clocks.getFirst().times.clone();
    for (Clock clock : clocks) {
      for (int i = 0; i < latest.length; i++) {
        latest[i] = Math.max(latest[i], clock.times[i]);
      }
    }
    for (Clock clock : clocks) {
      System.arraycopy(latest, 0, clock.times, 0, latest.length);
      clock.times[clock.thread]++;
    }
  }
}
