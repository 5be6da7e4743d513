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
    if (op instanceof LowOp.Select select
        && definitions.get(select.condition().id()) instanceof LowOp.Compare compare
        && compare.operator() == CompareOperator.GT
        && isConstant(compare.right(), 0, definitions)
        && binary(compare.left(), BinaryOperator.REM, definitions) instanceof LowOp.Binary rest
        && binary(select.whenFalse(), BinaryOperator.DIV, definitions) instanceof LowOp.Binary down
        && binary(select.whenTrue(), BinaryOperator.ADD, definitions) instanceof LowOp.Binary up
        && up.left().equals(select.whenFalse())
        && isConstant(up.right(), 1, definitions)
        && down.left().equals(rest.left())
        && isSamePositive(down.right(), rest.right(), definitions)) {
      return new CeilingDivision(down.left(), down.right());
    }
    return null;
  }

  private static LowOp.@Nullable Binary binary(
      Value value, BinaryOperator operator, Map<Integer, Op> definitions) {
    return definitions.get(value.id()) instanceof LowOp.Binary binary
            && binary.operator() == operator
        ? binary
        : null;
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
