package dev.kiln.processor.frontend;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.MathFunction;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.TrapReason;
import dev.kiln.ir.Type;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.frontend.Term.Computed;
import dev.kiln.processor.frontend.Term.Constant;
import dev.kiln.processor.frontend.Term.Scalar;
import java.util.List;

/**
 * Java's operators on scalars: constants stay constants, the rest becomes operations. Operands have
 * the type that Java's rules ask for; {@link Operators} sees to that.
 */
final class Arithmetic {
  private final Output output;
  private final Findings findings;

  Arithmetic(Output output, Findings findings) {
    this.output = output;
    this.findings = findings;
  }

  /** The value of a scalar in the IR. */
  Value value(Scalar scalar, Loc loc) {
    return switch (scalar) {
      case Computed computed -> computed.value();
      case Constant constant ->
          output
              .at(loc)
              .constant(new Type.ScalarType(constant.type().dtype()), Folding.literal(constant));
    };
  }

  /** Java's cast, which both types allow. */
  Scalar convert(Scalar scalar, Primitive to, Loc loc) {
    return switch (scalar) {
      case Constant constant -> Folding.convert(constant, to);
      case Computed computed ->
          computed.type() == to
                  || (computed.type().widensTo(to) && computed.type().dtype() == to.dtype())
              ? new Computed(to, computed.value())
              : new Computed(to, converted(computed, to, output.at(loc)));
    };
  }

  private static Value converted(Computed from, Primitive to, OpBuilder code) {
    Value wide = code.cast(to.dtype(), from.value());
    return switch (to) {
      case BYTE -> code.cast(DType.I32, code.cast(DType.I8, wide));
      case SHORT -> code.cast(DType.I32, code.cast(DType.I16, wide));
      case CHAR -> code.binary(BinaryOperator.AND, wide, code.i32(Character.MAX_VALUE));
      case BOOLEAN, INT, LONG, FLOAT, DOUBLE -> wide;
    };
  }

  /** {@code left op right} for operands of one promoted type; a shift's count has it too. */
  Term binary(BinaryOperator operator, Scalar left, Scalar right, Loc loc) {
    return binary(operator, left, right, loc, loc);
  }

  /**
   * As above.
   *
   * @param rightLoc the place of the right operand, which a division by zero blames
   */
  Term binary(BinaryOperator operator, Scalar left, Scalar right, Loc rightLoc, Loc loc) {
    boolean isDivision =
        left.type().isIntegral()
            && (operator == BinaryOperator.DIV || operator == BinaryOperator.REM);
    if (isDivision && right instanceof Constant divisor && divisor.isZero()) {
      return findings.refuse(Code.DIVISION_BY_ZERO, rightLoc, findings.source(rightLoc));
    }
    if (left instanceof Constant a && right instanceof Constant b) {
      if (Folding.overflows(operator, a, b)) {
        return findings.refuse(Code.CONSTANT_OVERFLOW, loc, findings.text(loc), left.type().word());
      }
      Constant folded = Folding.binary(operator, a, b);
      if (folded != null) {
        return folded;
      }
    }
    Value first = value(left, loc);
    Value second = value(right, loc);
    if (isDivision && right instanceof Computed) {
      trapOnZero(second, loc);
    }
    return new Computed(left.type(), output.at(loc).binary(operator, first, second));
  }

  private void trapOnZero(Value divisor, Loc loc) {
    OpBuilder code = output.at(loc);
    Value zero = code.constant(divisor.arithmetic(), 0L);
    Value isZero = code.compare(CompareOperator.EQ, divisor, zero);
    code.add(new LowOp.Trap(isZero, TrapReason.DIVISION_BY_ZERO, loc));
  }

  /** {@code left op right} for two numbers of one promoted type. */
  Scalar compare(CompareOperator operator, Scalar left, Scalar right, Loc loc) {
    if (left instanceof Constant a && right instanceof Constant b) {
      return Constant.of(Folding.compare(operator, a, b));
    }
    Value first = value(left, loc);
    Value second = value(right, loc);
    return new Computed(Primitive.BOOLEAN, output.at(loc).compare(operator, first, second));
  }

  /** {@code op operand}; a float where the operator is a float's. */
  Scalar unary(UnaryOperator operator, Scalar operand, Loc loc) {
    if (operand instanceof Constant constant) {
      Constant folded = Folding.unary(operator, constant);
      if (folded != null) {
        return folded;
      }
    }
    Value value = value(operand, loc);
    return new Computed(operand.type(), output.at(loc).unary(operator, value));
  }

  /** {@code condition ? whenTrue : whenFalse} for two scalars of one type. */
  Scalar select(Scalar condition, Scalar whenTrue, Scalar whenFalse, Loc loc) {
    if (condition instanceof Constant constant) {
      return constant.isTrue() ? whenTrue : whenFalse;
    }
    Value test = value(condition, loc);
    Value first = value(whenTrue, loc);
    Value second = value(whenFalse, loc);
    return new Computed(whenTrue.type(), output.at(loc).select(test, first, second));
  }

  /** {@code left * right + addend}, rounded once. */
  Scalar fma(Scalar left, Scalar right, Scalar addend, Loc loc) {
    Value first = value(left, loc);
    Value second = value(right, loc);
    Value third = value(addend, loc);
    return new Computed(left.type(), output.at(loc).fma(first, second, third, /* exact= */ true));
  }

  /** A function of the portable maths. */
  Scalar math(MathFunction function, List<Scalar> arguments, Loc loc) {
    Value[] values = arguments.stream().map(argument -> value(argument, loc)).toArray(Value[]::new);
    return new Computed(arguments.getFirst().type(), output.at(loc).math(function, values));
  }

  /** The same bits as a type of the same size. */
  Scalar bitcast(Primitive to, Scalar operand, Loc loc) {
    Value value = value(operand, loc);
    return new Computed(to, output.at(loc).bitcast(to.dtype(), value));
  }
}
