package dev.kiln.ir;

/** Comparisons. With a NaN only NE holds. */
public enum CompareOperator {
  EQ,
  NE,
  LT,
  LE,
  GT,
  GE,
  /** Less than, integers read without sign: {@code 0 <= left && left < right} for right >= 0. */
  BELOW
}
