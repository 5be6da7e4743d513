package dev.kiln.benchmarks;

import java.util.Arrays;

/**
 * Median times of two works that take turns, so that both see the same neighbours, clock and
 * temperature.
 *
 * @param ours median seconds of the first
 * @param peer median seconds of the second
 */
record Duel(double ours, double peer) {
  /**
   * Rest before each turn. The threads of OpenBLAS look for work for some 100 ms before they sleep;
   * without the rest they would take a core of whoever comes next.
   */
  private static final int REST_MILLIS = 250;

  /** Warms both up for {@code warmUp} turns, then measures {@code turns}. */
  static Duel run(int warmUp, int turns, Runnable ours, Runnable peer) {
    for (int i = 0; i < warmUp; i++) {
      ours.run();
      peer.run();
    }
    var ourSeconds = new double[turns];
    var peerSeconds = new double[turns];
    for (int i = 0; i < turns; i++) {
      ourSeconds[i] = rested(ours);
      peerSeconds[i] = rested(peer);
    }
    return new Duel(median(ourSeconds), median(peerSeconds));
  }

  private static double rested(Runnable work) {
    try {
      Thread.sleep(REST_MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return seconds(work);
  }

  static double seconds(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) * 1e-9;
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
