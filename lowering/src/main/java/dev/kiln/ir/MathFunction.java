package dev.kiln.ir;

import java.util.Locale;

/** Portable maths of the language beyond {@link UnaryOperator}, on F32 and F64. */
public enum MathFunction {
  EXP(1),
  EXP2(1),
  EXP10(1),
  EXPM1(1),
  LOG(1),
  LOG2(1),
  LOG10(1),
  LOG1P(1),
  SIN(1),
  COS(1),
  TAN(1),
  SINH(1),
  COSH(1),
  TANH(1),
  ASIN(1),
  ACOS(1),
  ATAN(1),
  ASINH(1),
  ACOSH(1),
  ATANH(1),
  ATAN2(2),
  CBRT(1),
  RSQRT(1),
  POW(2),
  SIGMOID(1),
  ERF(1),
  /** Nearest integer, ties away from zero. */
  ROUND(1),
  HYPOT(2),
  /** {@code x * 2^n}; the second argument is an I32. */
  LDEXP(2),
  COPYSIGN(2),
  NEXTAFTER(2);

  private final int arity;

  MathFunction(int arity) {
    this.arity = arity;
  }

  public int arity() {
    return arity;
  }

  /** The name in the language and in IR text. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
