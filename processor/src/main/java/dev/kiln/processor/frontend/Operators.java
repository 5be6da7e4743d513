package dev.kiln.processor.frontend;

import static java.util.Map.entry;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.Loc;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.frontend.Term.Constant;
import dev.kiln.processor.frontend.Term.Scalar;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jdt.core.dom.InfixExpression;
import org.eclipse.jdt.core.dom.PrefixExpression;
import org.jspecify.annotations.Nullable;

/** Java's typing of operators and assignments (JLS 5, 15.15 to 15.26), over {@link Arithmetic}. */
final class Operators {
  private static final Map<InfixExpression.Operator, BinaryOperator> BINARY =
      Map.ofEntries(
          entry(InfixExpression.Operator.PLUS, BinaryOperator.ADD),
          entry(InfixExpression.Operator.MINUS, BinaryOperator.SUB),
          entry(InfixExpression.Operator.TIMES, BinaryOperator.MUL),
          entry(InfixExpression.Operator.DIVIDE, BinaryOperator.DIV),
          entry(InfixExpression.Operator.REMAINDER, BinaryOperator.REM),
          entry(InfixExpression.Operator.AND, BinaryOperator.AND),
          entry(InfixExpression.Operator.OR, BinaryOperator.OR),
          entry(InfixExpression.Operator.XOR, BinaryOperator.XOR),
          entry(InfixExpression.Operator.LEFT_SHIFT, BinaryOperator.SHL),
          entry(InfixExpression.Operator.RIGHT_SHIFT_SIGNED, BinaryOperator.SHR),
          entry(InfixExpression.Operator.RIGHT_SHIFT_UNSIGNED, BinaryOperator.USHR));

  private static final Map<InfixExpression.Operator, CompareOperator> COMPARE =
      Map.of(
          InfixExpression.Operator.EQUALS, CompareOperator.EQ,
          InfixExpression.Operator.NOT_EQUALS, CompareOperator.NE,
          InfixExpression.Operator.LESS, CompareOperator.LT,
          InfixExpression.Operator.LESS_EQUALS, CompareOperator.LE,
          InfixExpression.Operator.GREATER, CompareOperator.GT,
          InfixExpression.Operator.GREATER_EQUALS, CompareOperator.GE);

  private final Arithmetic arithmetic;
  private final Findings findings;

  Operators(Arithmetic arithmetic, Findings findings) {
    this.arithmetic = arithmetic;
    this.findings = findings;
  }

  /**
   * An operator between two terms that are both evaluated.
   *
   * @param loc of the whole expression
   */
  Term infix(InfixExpression.Operator operator, Operand left, Operand right, Loc loc) {
    if (left.term().isFailed() || right.term().isFailed()) {
      return Term.FAILED;
    }
    CompareOperator comparison = COMPARE.get(operator);
    BinaryOperator binary = BINARY.get(operator);
    boolean takesTruth =
        binary != null
            ? binary == BinaryOperator.AND
                || binary == BinaryOperator.OR
                || binary == BinaryOperator.XOR
            : comparison == CompareOperator.EQ || comparison == CompareOperator.NE;
    if (takesTruth && isTruth(left.term()) && isTruth(right.term())) {
      return truths(binary, comparison, (Scalar) left.term(), (Scalar) right.term(), loc);
    }
    boolean isBits = takesTruth && binary != null;
    boolean isShift =
        binary == BinaryOperator.SHL
            || binary == BinaryOperator.SHR
            || binary == BinaryOperator.USHR;
    String expected = isBits || isShift ? "an integer" : "a number";
    Scalar a = numeric(left, isBits || isShift, expected);
    Scalar b = numeric(right, isBits || isShift, expected);
    if (a == null || b == null) {
      return Term.FAILED;
    }
    Primitive type = isShift ? a.type().promoted() : Primitive.promoted(a.type(), b.type());
    Scalar first = arithmetic.convert(a, type, loc);
    Scalar second = arithmetic.convert(b, type, loc);
    return comparison != null
        ? arithmetic.compare(comparison, first, second, loc)
        : arithmetic.binary(
            Objects.requireNonNull(binary, operator::toString), first, second, right.loc(), loc);
  }

  /** A term with its place. */
  record Operand(Term term, Loc loc) {}

  private static boolean isTruth(Term term) {
    return term instanceof Scalar scalar && scalar.type() == Primitive.BOOLEAN;
  }

  private Term truths(
      @Nullable BinaryOperator binary,
      @Nullable CompareOperator comparison,
      Scalar left,
      Scalar right,
      Loc loc) {
    if (binary != null) {
      return arithmetic.binary(binary, left, right, loc);
    }
    Term differ = arithmetic.binary(BinaryOperator.XOR, left, right, loc);
    return comparison == CompareOperator.NE || !(differ instanceof Scalar scalar)
        ? differ
        : arithmetic.unary(UnaryOperator.NOT, scalar, loc);
  }

  private @Nullable Scalar numeric(Operand operand, boolean isIntegral, String expected) {
    if (operand.term() instanceof Scalar scalar
        && (isIntegral ? scalar.type().isIntegral() : scalar.type().isNumeric())) {
      return scalar;
    }
    mismatch(operand, expected, "Write " + expected + " here.");
    return null;
  }

  private Term mismatch(Operand operand, String expected, String cure) {
    return operand.term().isFailed()
        ? Term.FAILED
        : findings.refuse(
            Code.TYPE_MISMATCH, operand.loc(), Term.describe(operand.term()), expected, cure);
  }

  /** {@code + - ~ !} before a term. */
  Term prefix(PrefixExpression.Operator operator, Operand operand, Loc loc) {
    if (operand.term().isFailed()) {
      return Term.FAILED;
    }
    if (operator == PrefixExpression.Operator.NOT) {
      Scalar truth = truth(operand);
      return truth == null ? Term.FAILED : arithmetic.unary(UnaryOperator.NOT, truth, loc);
    }
    boolean isBits = operator == PrefixExpression.Operator.COMPLEMENT;
    Scalar number = numeric(operand, isBits, isBits ? "an integer" : "a number");
    if (number == null) {
      return Term.FAILED;
    }
    Scalar promoted = arithmetic.convert(number, number.type().promoted(), loc);
    if (operator == PrefixExpression.Operator.PLUS) {
      return promoted;
    }
    return arithmetic.unary(isBits ? UnaryOperator.NOT : UnaryOperator.NEG, promoted, loc);
  }

  /** The term as a truth value; null when it is none, which is reported. */
  @Nullable Scalar truth(Operand operand) {
    if (isTruth(operand.term())) {
      return (Scalar) operand.term();
    }
    mismatch(operand, "boolean", "Write a condition, as in x > 0.");
    return null;
  }

  /** The term as a value assigned to {@code type}; null when Java refuses that, with a report. */
  @Nullable Scalar assigned(Operand operand, Primitive type) {
    if (operand.term() instanceof Scalar scalar) {
      boolean fits =
          scalar.type().widensTo(type)
              || (type.isNarrow()
                  && scalar instanceof Constant constant
                  && constant.value() instanceof Integer number
                  && type.holds(number));
      if (fits) {
        return arithmetic.convert(scalar, type, operand.loc());
      }
      mismatch(operand, type.word(), castCure(scalar, type));
      return null;
    }
    mismatch(operand, type.word(), "Write a value of type " + type.word() + ".");
    return null;
  }

  private static String castCure(Scalar scalar, Primitive type) {
    return scalar.type().isNumeric() && type.isNumeric()
        ? "Cast it with (" + type.word() + ")."
        : "Write a value of type " + type.word() + ".";
  }

  /** A cast that is written. */
  Term cast(Operand operand, Primitive type) {
    if (operand.term() instanceof Scalar scalar
        && (scalar.type() == type || (scalar.type().isNumeric() && type.isNumeric()))) {
      return arithmetic.convert(scalar, type, operand.loc());
    }
    return mismatch(operand, type.word(), "Write a value that can be cast to " + type.word() + ".");
  }

  /** The type of {@code c ? a : b} (JLS 15.25); null when the branches have no common type. */
  static @Nullable Primitive common(Scalar a, Scalar b) {
    if (a.type() == b.type()) {
      return a.type();
    }
    if (!a.type().isNumeric() || !b.type().isNumeric()) {
      return null;
    }
    if (a.type().isNarrow() && fits(b, a.type())) {
      return a.type();
    }
    if (b.type().isNarrow() && fits(a, b.type())) {
      return b.type();
    }
    boolean areSmall = a.type().widensTo(Primitive.SHORT) && b.type().widensTo(Primitive.SHORT);
    return areSmall ? Primitive.SHORT : Primitive.promoted(a.type(), b.type());
  }

  private static boolean fits(Scalar scalar, Primitive narrow) {
    return scalar instanceof Constant constant
        && constant.type() == Primitive.INT
        && constant.value() instanceof Integer number
        && narrow.holds(number);
  }
}
