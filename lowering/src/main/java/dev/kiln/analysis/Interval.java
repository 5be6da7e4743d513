package dev.kiln.analysis;

import dev.kiln.ir.DType;

/** All integers from {@code low} to {@code high}, both included; empty when low exceeds high. */
public record Interval(long low, long high) {
  public static final Interval EMPTY = new Interval(Long.MAX_VALUE, Long.MIN_VALUE);

  public static Interval point(long value) {
    return new Interval(value, value);
  }

  /** Every value of {@code dtype}, which is an integer or a truth value. */
  public static Interval of(DType dtype) {
    return switch (dtype.kind()) {
      case TRUTH -> new Interval(0, 1);
      case UNSIGNED -> new Interval(0, (1L << dtype.bits()) - 1);
      case SIGNED -> new Interval(-1L << (dtype.bits() - 1), ~(-1L << (dtype.bits() - 1)));
      case FLOAT -> throw new IllegalArgumentException(dtype + " is no integer type");
    };
  }

  public boolean isEmpty() {
    return low > high;
  }

  public boolean isPoint() {
    return low == high;
  }

  public boolean contains(long value) {
    return low <= value && value <= high;
  }

  public boolean contains(Interval other) {
    return other.isEmpty() || (low <= other.low && other.high <= high);
  }

  /** The smallest interval that holds both. */
  public Interval hull(Interval other) {
    return new Interval(Math.min(low, other.low), Math.max(high, other.high));
  }

  public Interval intersect(Interval other) {
    return new Interval(Math.max(low, other.low), Math.min(high, other.high));
  }

  /** Sums of the two, or everything when one might leave I64. */
  public Interval plus(Interval other) {
    if (isEmpty() || other.isEmpty()) {
      return EMPTY;
    }
    long low = this.low + other.low;
    long high = this.high + other.high;
    boolean overflows =
        ((this.low ^ low) & (other.low ^ low)) < 0
            || ((this.high ^ high) & (other.high ^ high)) < 0;
    return overflows ? of(DType.I64) : new Interval(low, high);
  }

  /** Differences of the two, or everything when one might leave I64. */
  public Interval minus(Interval other) {
    return other.contains(Long.MIN_VALUE)
        ? of(DType.I64)
        : plus(new Interval(-other.high, -other.low));
  }

  /** Products of the two, or everything when one might leave I64. */
  public Interval times(Interval other) {
    if (isEmpty() || other.isEmpty()) {
      return EMPTY;
    }
    Interval hull = EMPTY;
    for (long a : new long[] {low, high}) {
      for (long b : new long[] {other.low, other.high}) {
        long product = a * b;
        if (Math.multiplyHigh(a, b) != product >> 63) {
          return of(DType.I64);
        }
        hull = hull.hull(point(product));
      }
    }
    return hull;
  }

  @Override
  public String toString() {
    return isEmpty() ? "[]" : isPoint() ? "[" + low + "]" : "[" + low + ", " + high + "]";
  }
}
