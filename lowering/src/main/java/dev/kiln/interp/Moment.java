package dev.kiln.interp;

/**
 * A copy, or a product of a warpgroup, that runs beside the threads: it accesses memory at no time
 * that they know of, until they have waited for it.
 *
 * @param now that of its end: who knows it knows that it is over
 * @param history what came before its begin
 */
record Moment(int number, int now, History history) implements Actor {
  @Override
  public boolean knows(int other, int time) {
    return history.holds(other, time);
  }

  /** Whether it sees what {@code thread} wrote to the block's memory at {@code time}. */
  boolean sees(int thread, int time) {
    return history.holdsPublished(thread, time);
  }
}
