package dev.kiln.processor.frontend;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.Loc;
import dev.kiln.processor.frontend.Term.Constant;
import dev.kiln.processor.frontend.Term.Scalar;
import java.util.List;

/** Integer division that rounds up or down, made of Java's, which rounds towards zero. */
final class Divisions {
  private Divisions() {}

  /** {@code ceilDiv(a, b)}: one more where the exact quotient is positive and not whole. */
  static Term ceil(Arithmetic arithmetic, List<Scalar> arguments, Loc loc) {
    return adjusted(arithmetic, arguments, CompareOperator.GE, BinaryOperator.ADD, loc);
  }

  /** {@code floorDiv(a, b)}: one less where the exact quotient is negative and not whole. */
  static Term floor(Arithmetic arithmetic, List<Scalar> arguments, Loc loc) {
    return adjusted(arithmetic, arguments, CompareOperator.LT, BinaryOperator.SUB, loc);
  }

  /** {@code floorMod(a, b)}: {@code a - floorDiv(a, b) * b}. */
  static Term floorModulus(Arithmetic arithmetic, List<Scalar> arguments, Loc loc) {
    Scalar a = arguments.get(0);
    Scalar b = arguments.get(1);
    return floor(arithmetic, arguments, loc) instanceof Scalar quotient
        ? behind(arithmetic, a, b, quotient, loc)
        : Term.FAILED;
  }

  /** The truncated quotient, moved by one where the signs of a and b say so and a rest is left. */
  private static Term adjusted(
      Arithmetic arithmetic,
      List<Scalar> arguments,
      CompareOperator signs,
      BinaryOperator move,
      Loc loc) {
    Scalar a = arguments.get(0);
    Scalar b = arguments.get(1);
    if (!(arithmetic.binary(BinaryOperator.DIV, a, b, loc) instanceof Scalar quotient)) {
      return Term.FAILED;
    }
    Scalar rest = rest(arithmetic, a, b, quotient, loc);
    Scalar zero = Folding.convert(Constant.of(0), a.type());
    Scalar one = Folding.convert(Constant.of(1), a.type());
    Scalar moves;
    if (b instanceof Constant divisor && ((Number) divisor.value()).longValue() > 0) {
      // The rest has the sign of a, and b is positive.
      CompareOperator side = signs == CompareOperator.GE ? CompareOperator.GT : CompareOperator.LT;
      moves = arithmetic.compare(side, rest, zero, loc);
    } else {
      Scalar product = (Scalar) arithmetic.binary(BinaryOperator.XOR, a, b, loc);
      Scalar haveSigns = arithmetic.compare(signs, product, zero, loc);
      Scalar hasRest = arithmetic.compare(CompareOperator.NE, rest, zero, loc);
      moves = (Scalar) arithmetic.binary(BinaryOperator.AND, haveSigns, hasRest, loc);
    }
    Scalar moved = (Scalar) arithmetic.binary(move, quotient, one, loc);
    return arithmetic.select(moves, moved, quotient, loc);
  }

  /**
   * The truncated remainder; for a computed divisor by multiplication, which does not trap again.
   */
  private static Scalar rest(Arithmetic arithmetic, Scalar a, Scalar b, Scalar quotient, Loc loc) {
    if (b instanceof Constant) {
      return (Scalar) arithmetic.binary(BinaryOperator.REM, a, b, loc);
    }
    return behind(arithmetic, a, b, quotient, loc);
  }

  /** What a quotient leaves: {@code a - quotient * b}. */
  private static Scalar behind(
      Arithmetic arithmetic, Scalar a, Scalar b, Scalar quotient, Loc loc) {
    Scalar product = (Scalar) arithmetic.binary(BinaryOperator.MUL, quotient, b, loc);
    return (Scalar) arithmetic.binary(BinaryOperator.SUB, a, product, loc);
  }
}
