package dev.kiln.examples;

import java.util.Arrays;

/**
 * What a kernel should have written: the values in double precision, and how far each may be off.
 *
 * @param values the exact results
 * @param bounds the largest allowed error of each
 */
record Expected(double[] values, double[] bounds) {

  /** The same for the results of another computation that was within the bounds. */
  static Expected around(float[] others, double[] bounds) {
    var values = new double[others.length];
    Arrays.setAll(values, i -> others[i]);
    return new Expected(values, Arrays.stream(bounds).map(bound -> 2 * bound).toArray());
  }

  /**
   * The element that is worst in relation to its bound.
   *
   * @param index its place
   * @param error how far it is off; NaN when it is not a number
   * @param bound how far it may be off
   * @param largestError the largest error of all elements
   */
  record Worst(int index, double error, double bound, double largestError) {

    /** Whether all elements are within their bounds. */
    boolean isWithin() {
      return error <= bound;
    }

    /** The part of what is allowed, 1 being all. */
    double share() {
      return error / bound;
    }
  }

  /** Compares results; an element that is not a number is worse than any other. */
  Worst worst(float[] found) {
    if (found.length != values.length) {
      throw new IllegalArgumentException(
          "Expected %d elements, found %d.".formatted(values.length, found.length));
    }
    var worst = new Worst(0, 0, bounds[0], 0);
    double largest = 0;
    for (int i = 0; i < found.length; i++) {
      double error = Math.abs(found[i] - values[i]);
      if (Double.isNaN(error)) {
        return new Worst(i, error, bounds[i], error);
      }
      largest = Math.max(largest, error);
      if (error * worst.bound > worst.error * bounds[i]) {
        worst = new Worst(i, error, bounds[i], largest);
      }
    }
    return new Worst(worst.index, worst.error, worst.bound, largest);
  }
}
