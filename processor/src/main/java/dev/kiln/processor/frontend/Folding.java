package dev.kiln.processor.frontend;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.Literal;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.processor.frontend.Term.Constant;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic on constants, done by Java itself. Operands have one promoted type; an integer divisor
 * is not zero, which callers have seen to.
 */
final class Folding {
  private Folding() {}

  /** The constant that the compiler's model or a variant gives. */
  static Constant of(Primitive type, Literal literal) {
    return switch (type) {
      case BOOLEAN -> Constant.of(literal.asBoolean());
      case BYTE, SHORT, CHAR, INT -> new Constant(type, (int) literal.asLong());
      case LONG -> new Constant(type, literal.asLong());
      case FLOAT -> new Constant(type, (float) literal.asDouble());
      case DOUBLE -> new Constant(type, literal.asDouble());
    };
  }

  /** The value of a Java constant as the compiler's model gives it; null for a string. */
  static @Nullable Constant of(Object value) {
    return switch (value) {
      case Boolean truth -> Constant.of(truth);
      case Byte number -> new Constant(Primitive.BYTE, (int) number);
      case Short number -> new Constant(Primitive.SHORT, (int) number);
      case Character letter -> new Constant(Primitive.CHAR, (int) letter);
      case Integer number -> new Constant(Primitive.INT, number);
      case Long number -> new Constant(Primitive.LONG, number);
      case Float number -> new Constant(Primitive.FLOAT, number);
      case Double number -> new Constant(Primitive.DOUBLE, number);
      default -> null;
    };
  }

  /** The literal of the IR. */
  static Literal literal(Constant constant) {
    return switch (constant.value()) {
      case Boolean truth -> Literal.of(truth);
      case Float number -> Literal.of(constant.type().dtype(), (double) number);
      case Double number -> Literal.of(constant.type().dtype(), (double) number);
      case Number number -> Literal.of(constant.type().dtype(), number.longValue());
      default -> throw new IllegalStateException("no constant: " + constant);
    };
  }

  /** Java's cast between numeric types. */
  static Constant convert(Constant constant, Primitive to) {
    if (constant.type() == to) {
      return constant;
    }
    Number number = (Number) constant.value();
    return switch (to) {
      case BOOLEAN -> throw new IllegalStateException("no cast to boolean");
      case BYTE -> new Constant(to, (int) (byte) number.intValue());
      case SHORT -> new Constant(to, (int) (short) number.intValue());
      case CHAR -> new Constant(to, (int) (char) number.intValue());
      case INT -> new Constant(to, number.intValue());
      case LONG -> new Constant(to, number.longValue());
      case FLOAT -> new Constant(to, number.floatValue());
      case DOUBLE -> new Constant(to, number.doubleValue());
    };
  }

  /** The result of an operator; null when the type has none. */
  static @Nullable Constant binary(BinaryOperator operator, Constant left, Constant right) {
    Object value =
        switch (left.value()) {
          case Boolean a -> truths(operator, a, (boolean) right.value());
          case Integer a -> ints(operator, a, (int) right.value());
          case Long a -> longs(operator, a, ((Number) right.value()).longValue());
          case Float a -> floats(operator, a, (float) right.value());
          case Double a -> doubles(operator, a, (double) right.value());
          default -> null;
        };
    return value == null ? null : new Constant(left.type(), value);
  }

  private static @Nullable Object truths(BinaryOperator operator, boolean a, boolean b) {
    return switch (operator) {
      case AND -> a && b;
      case OR -> a || b;
      case XOR -> a ^ b;
      case ADD, SUB, MUL, DIV, REM, MIN, MAX, SHL, SHR, USHR -> null;
    };
  }

  private static Object ints(BinaryOperator operator, int a, int b) {
    return switch (operator) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case DIV -> a / b;
      case REM -> a % b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SHL -> a << b;
      case SHR -> a >> b;
      case USHR -> a >>> b;
    };
  }

  private static Object longs(BinaryOperator operator, long a, long b) {
    return switch (operator) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case DIV -> a / b;
      case REM -> a % b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SHL -> a << b;
      case SHR -> a >> b;
      case USHR -> a >>> b;
    };
  }

  private static @Nullable Object floats(BinaryOperator operator, float a, float b) {
    return switch (operator) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case DIV -> a / b;
      case REM -> a % b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case AND, OR, XOR, SHL, SHR, USHR -> null;
    };
  }

  private static @Nullable Object doubles(BinaryOperator operator, double a, double b) {
    return switch (operator) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case DIV -> a / b;
      case REM -> a % b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case AND, OR, XOR, SHL, SHR, USHR -> null;
    };
  }

  /** Whether the exact sum, difference or product of two integers does not fit their type. */
  static boolean overflows(BinaryOperator operator, Constant left, Constant right) {
    if (!left.type().isIntegral()) {
      return false;
    }
    long a = ((Number) left.value()).longValue();
    long b = ((Number) right.value()).longValue();
    try {
      long exact =
          switch (operator) {
            case ADD -> Math.addExact(a, b);
            case SUB -> Math.subtractExact(a, b);
            case MUL -> Math.multiplyExact(a, b);
            case DIV, REM, MIN, MAX, AND, OR, XOR, SHL, SHR, USHR -> 0;
          };
      return left.type() == Primitive.INT && exact != (int) exact;
    } catch (ArithmeticException tooLarge) {
      return true;
    }
  }

  /** The truth of a comparison of two numbers. */
  static boolean compare(CompareOperator operator, Constant left, Constant right) {
    if (left.value() instanceof Integer || left.value() instanceof Long) {
      return compare(operator, ((Number) left.value()).longValue(), right);
    }
    double a = ((Number) left.value()).doubleValue();
    double b = ((Number) right.value()).doubleValue();
    return switch (operator) {
      case EQ -> a == b;
      case NE -> a != b;
      case LT -> a < b;
      case LE -> a <= b;
      case GT -> a > b;
      case GE -> a >= b;
      case BELOW -> throw new IllegalStateException("not a Java comparison");
    };
  }

  private static boolean compare(CompareOperator operator, long a, Constant right) {
    long b = ((Number) right.value()).longValue();
    return switch (operator) {
      case EQ -> a == b;
      case NE -> a != b;
      case LT -> a < b;
      case LE -> a <= b;
      case GT -> a > b;
      case GE -> a >= b;
      case BELOW -> throw new IllegalStateException("not a Java comparison");
    };
  }

  /** The result of an operator of one operand; null when it is left to the run time. */
  static @Nullable Constant unary(UnaryOperator operator, Constant operand) {
    Object value =
        switch (operand.value()) {
          case Boolean truth -> operator == UnaryOperator.NOT ? (Object) !truth : null;
          case Integer number ->
              switch (operator) {
                case NEG -> -number;
                case NOT -> ~number;
                case ABS -> Math.abs(number);
                case POPCOUNT -> Integer.bitCount(number);
                case CLZ -> Integer.numberOfLeadingZeros(number);
                case SQRT, FLOOR, CEIL, TRUNC, RINT -> null;
              };
          case Long number ->
              switch (operator) {
                case NEG -> -number;
                case NOT -> ~number;
                case ABS -> Math.abs(number);
                case POPCOUNT, CLZ, SQRT, FLOOR, CEIL, TRUNC, RINT -> null;
              };
          case Float number -> narrowed(floating(operator, number));
          case Double number -> floating(operator, number);
          default -> null;
        };
    return value == null ? null : new Constant(operand.type(), value);
  }

  /** Exact in double, and so correctly rounded when narrowed; the root too, by double rounding. */
  private static @Nullable Double floating(UnaryOperator operator, double number) {
    return switch (operator) {
      case NEG -> -number;
      case ABS -> Math.abs(number);
      case SQRT -> Math.sqrt(number);
      case FLOOR -> Math.floor(number);
      case CEIL -> Math.ceil(number);
      case TRUNC -> number < 0 ? Math.ceil(number) : Math.floor(number);
      case RINT -> Math.rint(number);
      case NOT, POPCOUNT, CLZ -> null;
    };
  }

  private static @Nullable Float narrowed(@Nullable Double number) {
    return number == null ? null : number.floatValue();
  }
}
