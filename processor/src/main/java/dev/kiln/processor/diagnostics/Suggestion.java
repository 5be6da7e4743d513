package dev.kiln.processor.diagnostics;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what a misspelt name was meant to be. */
public final class Suggestion {
  private Suggestion() {}

  /** {@code Did you mean 'x'?}, for the nearest candidate that is near enough. */
  public static Optional<String> of(String name, Collection<String> candidates) {
    return nearest(name, candidates).map(candidate -> "Did you mean '" + candidate + "'?");
  }

  /** The nearest candidate that is near enough: some letters are right, and it is another name. */
  public static Optional<String> nearest(String name, Collection<String> candidates) {
    int limit = Math.max(1, name.length() / 3);
    return candidates.stream()
        .filter(candidate -> !candidate.equals(name))
        .filter(candidate -> distance(name, candidate) <= limit)
        .filter(
            candidate -> distance(name, candidate) < Math.max(name.length(), candidate.length()))
        .min(
            Comparator.comparingInt((String candidate) -> distance(name, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** The number of single letters to insert, drop, change or swap; upper and lower case are one. */
  private static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[][] rows = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          rows[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least =
            Math.min(rows[i - 1][j - 1] + change, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        rows[i][j] = swapped ? Math.min(least, rows[i - 2][j - 2] + 1) : least;
      }
    }
    return rows[a.length()][b.length()];
  }
}
