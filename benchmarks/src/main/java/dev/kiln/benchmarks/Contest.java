package dev.kiln.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Several ways to do one work, which take turns in short bursts, so that all see the same clock and
 * temperature. Before each burst comes one time that is not counted, for a GPU that two processes
 * share may have to be switched over. Who fails is left out and said to have.
 */
final class Contest {
  private static final int ROUNDS = 11;

  /** A burst lasts about so long. */
  private static final double BURST_SECONDS = 0.02;

  private final Map<String, Burst> contenders = new LinkedHashMap<>();
  private final Map<String, String> failures = new LinkedHashMap<>();

  /** Does a work some times and gives the seconds that one takes. */
  interface Burst {
    double seconds(int times);
  }

  /** Adds a contender. */
  void add(String name, Burst burst) {
    contenders.put(name, burst);
  }

  /** Why each that failed did. */
  Map<String, String> failures() {
    return failures;
  }

  /** Adds one that could not even be prepared. */
  void fail(String name, String reason) {
    failures.put(name, reason);
  }

  /** The median seconds of each that did not fail. */
  Map<String, Double> run() {
    Map<String, List<Double>> times = new LinkedHashMap<>();
    Map<String, Integer> sizes = new LinkedHashMap<>();
    for (String name : List.copyOf(contenders.keySet())) {
      double once = turn(name, 2);
      sizes.put(name, (int) Math.clamp(BURST_SECONDS / Math.max(once, 1e-9), 1, 2000));
      times.put(name, new ArrayList<>());
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (String name : List.copyOf(contenders.keySet())) {
        turn(name, 1);
        times.getOrDefault(name, new ArrayList<>()).add(turn(name, sizes.getOrDefault(name, 1)));
      }
    }
    Map<String, Double> medians = new LinkedHashMap<>();
    contenders.forEach(
        (name, burst) ->
            medians.put(
                name,
                Duel.median(
                    times.getOrDefault(name, List.of()).stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray())));
    return medians;
  }

  private double turn(String name, int times) {
    Burst burst = contenders.get(name);
    if (burst == null) {
      return 0;
    }
    try {
      return burst.seconds(times);
    } catch (RuntimeException e) {
      contenders.remove(name);
      failures.put(name, e.getMessage() == null ? e.toString() : e.getMessage());
      return 0;
    }
  }
}
