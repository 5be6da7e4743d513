package dev.kiln.interp;

import java.util.List;

/**
 * What a thread of a block knows to have happened: for each thread, the time up to which all that
 * it did comes before what this one does next. A vector clock; times only grow, and go on from
 * block to block, so that blocks that are run one after another are in order.
 */
final class Clock implements Actor {
  private final int thread;
  private final History history;

  /**
   * The clock of {@code thread} at the begin of a block, when it knows nothing of the others.
   *
   * @param before a time that no actor has passed
   */
  Clock(int thread, int before) {
    this.thread = thread;
    this.history = History.upTo(before);
    tick();
  }

  @Override
  public int number() {
    return thread;
  }

  @Override
  public int now() {
    return history.time(thread);
  }

  @Override
  public boolean knows(int other, int time) {
    return history.holds(other, time);
  }

  /** What the thread knows now; not a copy. */
  History history() {
    return history;
  }

  /** What the thread does next is not part of what others have learnt of it so far. */
  private void tick() {
    history.add(thread, now() + 1);
  }

  /** Tells {@code others} all that the thread knows, and what it did. */
  void tell(History others) {
    others.addAll(history);
    tick();
  }

  void learn(History other) {
    history.addAll(other);
  }

  /** What the thread has written to the block's memory is to be seen beside the threads. */
  void publish() {
    history.publish(thread);
    tick();
  }

  /** All of {@code clocks} wait for each other: what each did comes before what any does next. */
  static void meet(List<Clock> clocks) {
    History all = clocks.getFirst().history.copy();
    clocks.forEach(clock -> all.addAll(clock.history));
    for (Clock clock : clocks) {
      clock.learn(all);
      clock.tick();
    }
  }

  /** What all of {@code clocks} know. */
  static History common(List<Clock> clocks) {
    History common = clocks.getFirst().history.copy();
    clocks.forEach(clock -> common.keepCommon(clock.history));
    return common;
  }
}
