package dev.kiln.ir;

/** Operators of one operand; the float ones are exact or correctly rounded. */
public enum UnaryOperator {
  NEG,
  /** All bits of an integer, or a truth value, inverted. */
  NOT,
  ABS,
  SQRT,
  FLOOR,
  CEIL,
  /** Rounds towards zero. */
  TRUNC,
  /** Rounds to the nearest integer, ties to even. */
  RINT,
  /** Number of one bits. */
  POPCOUNT,
  /** Number of leading zero bits. */
  CLZ
}
