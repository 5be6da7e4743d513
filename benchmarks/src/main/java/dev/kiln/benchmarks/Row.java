package dev.kiln.benchmarks;

import java.util.Locale;

/**
 * One measurement: ours against a peer or a limit.
 *
 * @param ratio the figure that is compared with the bar
 * @param goal whether the ratio must reach the bar or stay below it
 */
public record Row(
    String work, double ours, double peer, String unit, double ratio, Goal goal, double bar) {

  /** Which side of the bar passes. */
  public enum Goal {
    AT_LEAST(">="),
    AT_MOST("<=");

    private final String sign;

    Goal(String sign) {
      this.sign = sign;
    }
  }

  /** A rate, in {@code unit}, that must reach {@code bar} times the peer's. */
  public static Row rate(String work, double ours, double peer, String unit, double bar) {
    return new Row(work, ours, peer, unit, ours / peer, Goal.AT_LEAST, bar);
  }

  /** A cost, in {@code unit}, that must stay below {@code limit}; the ratio is cost by limit. */
  public static Row cost(String work, double ours, double limit, String unit) {
    return new Row(work, ours, limit, unit, ours / limit, Goal.AT_MOST, 1);
  }

  /** A cost, in {@code unit}, of at most {@code bar} times the peer's. */
  public static Row times(String work, double ours, double peer, String unit, double bar) {
    return new Row(work, ours, peer, unit, ours / peer, Goal.AT_MOST, bar);
  }

  public boolean passes() {
    return switch (goal) {
      case AT_LEAST -> ratio >= bar;
      case AT_MOST -> ratio <= bar;
    };
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "%-44s %10.3f %10.3f %-8s %6.3f %2s %5.2f %s",
        work,
        ours,
        peer,
        unit,
        ratio,
        goal.sign,
        bar,
        passes() ? "pass" : "FAIL");
  }

  String json() {
    return String.format(
        Locale.ROOT,
        "{\"work\": \"%s\", \"ours\": %.6g, \"peer\": %.6g, \"unit\": \"%s\", \"ratio\": %.4f,"
            + " \"bar\": \"%s %.2f\", \"pass\": %b}",
        work,
        ours,
        peer,
        unit,
        ratio,
        goal.sign,
        bar,
        passes());
  }
}
