package dev.kiln.interp;

import java.util.ArrayDeque;
import java.util.Deque;

/** The products of its warpgroup that a thread has started, numbered from 1, and their groups. */
final class Products {
  /** The last product of each group that has not been waited for. */
  private final Deque<Integer> groups = new ArrayDeque<>();

  private int begun;
  private int started;
  private int ended;

  /** How often {@code BeginProducts} has been run. */
  int begun() {
    return begun;
  }

  /** The last product that has been started. */
  int started() {
    return started;
  }

  /** The last product that has been waited for. */
  int ended() {
    return ended;
  }

  boolean areUnderWay() {
    return ended < started;
  }

  void begin() {
    begun++;
  }

  void start() {
    started++;
  }

  void commit() {
    groups.add(started);
  }

  void await(int pending) {
    while (groups.size() > pending) {
      ended = groups.remove();
    }
  }
}
