package dev.kiln.testkit.random;

import java.util.List;
import java.util.Random;

/** Random decisions, all from one seed. */
final class Choices {
  /** Makes the first numbers of neighbouring seeds differ. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final Random random;

  Choices(long seed) {
    this.random = new Random(seed * SPREAD);
  }

  /** At least {@code from}, below {@code to}. */
  int between(int from, int to) {
    return random.nextInt(from, to);
  }

  /** True once in {@code count} times. */
  boolean oneIn(int count) {
    return random.nextInt(count) == 0;
  }

  @SafeVarargs
  final <T> T of(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** Extents that vectors, panels and unrolled loops do not like, and some that they do. */
  int extent() {
    return of(1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17);
  }

  double uniform() {
    return random.nextDouble();
  }

  long bits() {
    return random.nextLong();
  }
}
