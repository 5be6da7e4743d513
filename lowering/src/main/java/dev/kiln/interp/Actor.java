package dev.kiln.interp;

/** Who accesses memory: a thread, or what it has started to run beside it. */
sealed interface Actor permits Clock, Moment {
  int number();

  /** The time of what the actor does. */
  int now();

  /** Whether what {@code other} did at {@code time} comes before what this actor does. */
  boolean knows(int other, int time);
}
