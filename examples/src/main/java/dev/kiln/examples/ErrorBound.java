package dev.kiln.examples;

import dev.kiln.lang.BF16;
import dev.kiln.lang.E4M3;
import dev.kiln.lang.E5M2;
import dev.kiln.lang.F16;
import dev.kiln.lang.F32;
import dev.kiln.lang.FloatType;

/**
 * How far a computed value may be from the exact one: what follows from the element type and the
 * length of the sum, and nothing more.
 *
 * <p>Each rounding moves a value by at most {@link #unit} of it, up or down. The roundings of a sum
 * add up like the steps of a random walk, so that {@code n} of them are worth about {@code √n};
 * four times that is never seen in practice, while a sum in too small a type is far above it.
 */
final class ErrorBound {
  /** How many standard deviations of a random walk are allowed. */
  private static final double DEVIATIONS = 4;

  private ErrorBound() {}

  /** The largest relative error of one rounding. */
  static double unit(FloatType dtype) {
    return switch (dtype) {
      case F16 _ -> 0x1p-11;
      case BF16 _ -> 0x1p-8;
      case E4M3 _ -> 0x1p-4;
      case E5M2 _ -> 0x1p-3;
      case F32 _ -> 0x1p-24;
    };
  }

  /** The largest error of storing a value of at most this magnitude. */
  static double stored(FloatType dtype, double magnitude) {
    double halfOfSmallest =
        switch (dtype) {
          case F16 _ -> 0x1p-25;
          case BF16 _ -> 0x1p-134;
          case E4M3 _ -> 0x1p-10;
          case E5M2 _ -> 0x1p-17;
          case F32 _ -> 0x1p-150;
        };
    return Math.max(unit(dtype) * Math.abs(magnitude), halfOfSmallest);
  }

  /**
   * The error of a sum in single precision, in any order.
   *
   * @param terms how many
   * @param magnitudes the sum of the magnitudes of the terms
   */
  static double sum(int terms, double magnitudes) {
    return walk(terms) * unit(dev.kiln.lang.Tile.F32) * magnitudes;
  }

  /** How many roundings {@code n} of them are worth, with one each for a product and a store. */
  static double walk(int n) {
    return DEVIATIONS * Math.sqrt(n) + 2;
  }

  /**
   * The error of a sum whose terms were each rounded.
   *
   * @param magnitudes the sum of the magnitudes of the terms
   * @param squares the sum of their squares
   */
  static double roundedTerms(FloatType dtype, double magnitudes, double squares) {
    return unit(dtype) * Math.min(magnitudes, DEVIATIONS * Math.sqrt(squares));
  }
}
