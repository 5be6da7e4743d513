package dev.kiln.interp;

import java.util.Arrays;

/**
 * What is known to have happened in a block: for each actor, the time up to which all that it did
 * is over, and that up to which threads have published what they wrote. Vectors that grow.
 */
final class History {
  private final int before;
  private int[] times;
  private int[] published;

  private History(int before, int[] times, int[] published) {
    this.before = before;
    this.times = times;
    this.published = published;
  }

  /** Knows all that was done up to {@code before}, by whomever, and that it was published. */
  static History upTo(int before) {
    return new History(before, new int[0], new int[0]);
  }

  History copy() {
    return new History(before, times.clone(), published.clone());
  }

  /** The time that earlier blocks have not passed. */
  int before() {
    return before;
  }

  /** The last time of {@code actor} that is known. */
  int time(int actor) {
    return actor < times.length ? times[actor] : before;
  }

  boolean holds(int actor, int time) {
    return time <= time(actor);
  }

  boolean holdsPublished(int thread, int time) {
    return time <= (thread < published.length ? published[thread] : before);
  }

  /** A time that is not before any that is known. */
  int latest() {
    int latest = before;
    for (int time : times) {
      latest = Math.max(latest, time);
    }
    return latest;
  }

  void add(int actor, int time) {
    times = grown(times, actor + 1);
    times[actor] = Math.max(times[actor], time);
  }

  /** What {@code thread} has written up to now is published. */
  void publish(int thread) {
    published = grown(published, thread + 1);
    published[thread] = time(thread);
  }

  void addAll(History other) {
    times = grown(times, other.times.length);
    raise(times, other.times);
    published = grown(published, other.published.length);
    raise(published, other.published);
  }

  /** Forgets what {@code other} does not know. */
  void keepCommon(History other) {
    lower(times, other.times);
    lower(published, other.published);
  }

  private int[] grown(int[] vector, int length) {
    if (length <= vector.length) {
      return vector;
    }
    int[] grown = Arrays.copyOf(vector, length);
    Arrays.fill(grown, vector.length, length, before);
    return grown;
  }

  private static void raise(int[] vector, int[] other) {
    for (int i = 0; i < other.length; i++) {
      vector[i] = Math.max(vector[i], other[i]);
    }
  }

  private void lower(int[] vector, int[] other) {
    for (int i = 0; i < vector.length; i++) {
      vector[i] = Math.min(vector[i], i < other.length ? other[i] : before);
    }
  }
}
