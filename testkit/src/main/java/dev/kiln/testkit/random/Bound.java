package dev.kiln.testkit.random;

import dev.kiln.ir.DType;

/**
 * What is known of all elements of a tile, or of a scalar, whoever computes it.
 *
 * @param magnitude no element is larger
 * @param deviation how far two right executions may be apart; 0 where all bits are equal
 * @param quantum every element is a multiple of it; 0 where none is known
 * @param isSignFree whether a zero may have either sign, because a sum whose order is free gave it
 */
public record Bound(double magnitude, double deviation, double quantum, boolean isSignFree) {

  /** The constant, or the largest of the input. */
  static Bound exact(double magnitude, double quantum) {
    return new Bound(magnitude, 0, quantum, false);
  }

  /** Half the distance from 1 to the next number of a float type. */
  static double unit(DType dtype) {
    return switch (dtype) {
      case F16 -> 0x1p-11;
      case BF16 -> 0x1p-8;
      case E4M3 -> 0x1p-4;
      case E5M2 -> 0x1p-3;
      case F32 -> 0x1p-24;
      case F64 -> 0x1p-53;
      case I8, I16, I32, I64, U8, BOOL -> 0;
    };
  }

  boolean isExact() {
    return deviation == 0;
  }

  /** Either of the two. */
  Bound or(Bound other) {
    return new Bound(
        Math.max(magnitude, other.magnitude),
        Math.max(deviation, other.deviation),
        Math.min(quantum, other.quantum),
        isSignFree || other.isSignFree);
  }

  /** The sum, rounded to {@code dtype}. */
  Bound plus(Bound other, DType dtype) {
    return new Bound(
            magnitude + other.magnitude,
            deviation + other.deviation,
            Math.min(quantum, other.quantum),
            isSignFree || other.isSignFree)
        .rounded(dtype);
  }

  /** The product, rounded to {@code dtype}. */
  Bound times(Bound other, DType dtype) {
    return product(other).rounded(dtype);
  }

  private Bound product(Bound other) {
    double parts =
        magnitude * other.deviation + other.magnitude * deviation + deviation * other.deviation;
    return new Bound(
        magnitude * other.magnitude,
        isExact() && other.isExact() ? 0 : parts,
        quantum * other.quantum,
        isSignFree || other.isSignFree);
  }

  /** Equal numbers round to equal ones; unequal ones may part by one more step. */
  Bound rounded(DType dtype) {
    return isExact() ? this : withDeviation(deviation + 2 * unit(dtype) * (magnitude + deviation));
  }

  /** This plus {@code count} products of {@code left} and {@code right} in any order. */
  Bound plusProducts(long count, Bound left, Bound right, DType dtype) {
    return plusTerms(count, left.product(right), dtype);
  }

  /** This plus {@code count} terms in any order, each sum rounded to {@code dtype}. */
  Bound plusTerms(long count, Bound term, DType dtype) {
    double sum = magnitude + count * term.magnitude;
    double steps = Math.min(quantum, term.quantum);
    double own = deviation + count * term.deviation;
    boolean isSumExact = !dtype.isFloat() || (own == 0 && sum * unit(dtype) <= steps);
    double rounding = isSumExact ? 0 : 2 * (count + 1) * unit(dtype) * (sum + own);
    return new Bound(sum, own + rounding, steps, true);
  }

  Bound withMagnitude(double changed) {
    return new Bound(changed, deviation, quantum, isSignFree);
  }

  Bound withDeviation(double changed) {
    return new Bound(magnitude, changed, quantum, isSignFree);
  }

  Bound withQuantum(double changed) {
    return new Bound(magnitude, deviation, changed, isSignFree);
  }
}
