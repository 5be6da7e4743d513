package dev.kiln.lang;

/**
 * How many values become one.
 *
 * <p>{@code identity} starts a reduction, {@code take} adds an element to it and {@code combine}
 * joins it with the old contents of the target.
 */
enum Reduction {
  SUM,
  MAX,
  MIN,
  ABS_MAX;

  float identity(float infinity) {
    return switch (this) {
      case SUM, ABS_MAX -> 0;
      case MAX -> -infinity;
      case MIN -> infinity;
    };
  }

  int identityInt() {
    return switch (this) {
      case SUM, ABS_MAX -> 0;
      case MAX -> Integer.MIN_VALUE;
      case MIN -> Integer.MAX_VALUE;
    };
  }

  long identityLong() {
    return switch (this) {
      case SUM, ABS_MAX -> 0;
      case MAX -> Long.MIN_VALUE;
      case MIN -> Long.MAX_VALUE;
    };
  }

  float take(float sum, float element) {
    return combine(sum, this == ABS_MAX ? Math.abs(element) : element);
  }

  int take(int sum, int element) {
    return combine(sum, this == ABS_MAX ? Math.abs(element) : element);
  }

  long take(long sum, long element) {
    return combine(sum, this == ABS_MAX ? Math.abs(element) : element);
  }

  double take(double sum, double element) {
    return combine(sum, this == ABS_MAX ? Math.abs(element) : element);
  }

  float combine(float a, float b) {
    return switch (this) {
      case SUM -> a + b;
      case MAX, ABS_MAX -> Math.max(a, b);
      case MIN -> Math.min(a, b);
    };
  }

  int combine(int a, int b) {
    return switch (this) {
      case SUM -> a + b;
      case MAX, ABS_MAX -> Math.max(a, b);
      case MIN -> Math.min(a, b);
    };
  }

  long combine(long a, long b) {
    return switch (this) {
      case SUM -> a + b;
      case MAX, ABS_MAX -> Math.max(a, b);
      case MIN -> Math.min(a, b);
    };
  }

  double combine(double a, double b) {
    return switch (this) {
      case SUM -> a + b;
      case MAX, ABS_MAX -> Math.max(a, b);
      case MIN -> Math.min(a, b);
    };
  }
}
