package dev.kiln.ir;

/**
 * Operators of two operands of one type. Integers wrap. On BOOL only AND, OR and XOR.
 *
 * <ul>
 *   <li>DIV and REM of integers truncate as Java's; a zero divisor gives 0 in the IR, the front end
 *       puts a {@link LowOp.Trap} before it; the smallest integer divided by -1 is itself.
 *   <li>REM of floats is Java's {@code %}.
 *   <li>MIN and MAX are Java's {@code Math.min} and {@code Math.max}: NaN wins, -0 is below +0.
 *   <li>Shifts take the count modulo the width.
 * </ul>
 */
public enum BinaryOperator {
  ADD,
  SUB,
  MUL,
  DIV,
  REM,
  MIN,
  MAX,
  AND,
  OR,
  XOR,
  SHL,
  /** Arithmetic shift to the right, Java's {@code >>}. */
  SHR,
  /** Logical shift to the right, Java's {@code >>>}. */
  USHR
}
