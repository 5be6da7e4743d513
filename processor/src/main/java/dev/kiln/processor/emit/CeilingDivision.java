package dev.kiln.processor.emit;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Value;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A {@code ceilDiv} by a positive constant, found again in what the front end makes of it: {@code n
 * % d > 0 ? n / d + 1 : n / d}.
 */
record CeilingDivision(Value dividend, Value divisor) {

  /** The division that {@code op} is; null when it is another operation. */
  static @Nullable CeilingDivision of(Op op, Map<Integer, Op> definitions) {
    return op instanceof LowOp.Select select
            && definitions.get(select.condition().id()) instanceof LowOp.Compare compare
            && definitions.get(compare.left().id()) instanceof LowOp.Binary rest
            && definitions.get(select.whenFalse().id()) instanceof LowOp.Binary down
            && definitions.get(select.whenTrue().id()) instanceof LowOp.Binary up
            && isRestLeft(compare, rest, definitions)
            && isOneMore(up, select.whenFalse(), definitions)
            && down.operator() == BinaryOperator.DIV
            && down.left().equals(rest.left())
            && isSamePositive(down.right(), rest.right(), definitions)
        ? new CeilingDivision(down.left(), down.right())
        : null;
  }

  private static boolean isRestLeft(
      LowOp.Compare compare, LowOp.Binary rest, Map<Integer, Op> definitions) {
    return compare.operator() == CompareOperator.GT
        && isConstant(compare.right(), 0, definitions)
        && rest.operator() == BinaryOperator.REM;
  }

  private static boolean isOneMore(LowOp.Binary up, Value quotient, Map<Integer, Op> definitions) {
    return up.operator() == BinaryOperator.ADD
        && up.left().equals(quotient)
        && isConstant(up.right(), 1, definitions);
  }

  private static boolean isConstant(Value value, long wanted, Map<Integer, Op> definitions) {
    return Objects.equals(constant(value, definitions), wanted);
  }

  private static boolean isSamePositive(Value a, Value b, Map<Integer, Op> definitions) {
    Long divisor = constant(a, definitions);
    return divisor != null && divisor > 0 && divisor.equals(constant(b, definitions));
  }

  private static @Nullable Long constant(Value value, Map<Integer, Op> definitions) {
    return definitions.get(value.id()) instanceof LowOp.Constant constant
            && constant.value().dtype().isInteger()
        ? Long.valueOf(constant.value().asLong())
        : null;
  }
}
