package dev.kiln.pass;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Adds up how long each pass takes, over as many runs as it observes. Not for several threads. */
public final class TimeObserver implements Runner.Observer {
  private final Map<String, Long> nanos = new LinkedHashMap<>();

  @Override
  public boolean after(Runner.Step step) {
    nanos.merge(step.pass().name(), step.nanos(), Long::sum);
    return true;
  }

  /** Nanoseconds by pass, in the order in which the passes were first seen. */
  public Map<String, Long> nanos() {
    return new LinkedHashMap<>(nanos);
  }

  /** One line a pass, the slowest first, with its share of the whole. */
  public String table() {
    long total = nanos.values().stream().mapToLong(Long::longValue).sum();
    var text = new StringBuilder();
    nanos.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .forEach(
            entry ->
                text.append(
                    "%10.3f ms %5.1f %%  %s\n"
                        .formatted(
                            entry.getValue() / 1e6,
                            100.0 * entry.getValue() / Math.max(1, total),
                            entry.getKey())));
    return text.toString();
  }
}
