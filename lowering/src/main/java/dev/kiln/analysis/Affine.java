package dev.kiln.analysis;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Literal;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How integers grow with one variable: a value is affine with coefficient c when adding 1 to the
 * variable adds c to it, modulo its width. Contiguous accesses have coefficient 1, broadcasts 0.
 */
public final class Affine {
  private final Value variable;
  private final Definitions definitions;
  private final Ranges ranges;
  private final Uniformity uniformity;
  private final Map<Integer, OptionalLong> coefficients = new HashMap<>();

  /**
   * @param uniformity says what does not vary with {@code variable} at all
   */
  public Affine(Value variable, Definitions definitions, Ranges ranges, Uniformity uniformity) {
    this.variable = variable;
    this.definitions = definitions;
    this.ranges = ranges;
    this.uniformity = uniformity;
  }

  /** The coefficient of an integer value; empty when it is not affine. */
  public OptionalLong coefficient(Value value) {
    if (value.equals(variable)) {
      return OptionalLong.of(1);
    }
    if (!uniformity.varies(value)) {
      return OptionalLong.of(0);
    }
    OptionalLong known = coefficients.get(value.id());
    if (known == null) {
      known = compute(value);
      coefficients.put(value.id(), known);
    }
    return known;
  }

  private OptionalLong compute(Value value) {
    if (value.dtype() != DType.I32 && value.dtype() != DType.I64) {
      return OptionalLong.empty();
    }
    return switch (definitions.of(value)) {
      case LowOp.Binary binary -> binary(binary);
      case LowOp.Unary unary when unary.operator() == UnaryOperator.NEG ->
          scaled(coefficient(unary.operand()), -1);
      case LowOp.Cast cast -> cast(cast);
      case null, default -> OptionalLong.empty();
    };
  }

  private OptionalLong binary(LowOp.Binary binary) {
    OptionalLong left = coefficient(binary.left());
    OptionalLong right = coefficient(binary.right());
    return switch (binary.operator()) {
      case ADD -> sum(left, right, 1);
      case SUB -> sum(left, right, -1);
      case MUL -> {
        Literal factor = definitions.constant(binary.right());
        Literal other = definitions.constant(binary.left());
        yield factor != null
            ? scaled(left, factor.bits())
            : other != null ? scaled(right, other.bits()) : OptionalLong.empty();
      }
      case SHL -> {
        Literal count = definitions.constant(binary.right());
        yield count == null
            ? OptionalLong.empty()
            : scaled(left, 1L << (count.bits() & (binary.result().dtype().bits() - 1)));
      }
      case DIV, REM, MIN, MAX, AND, OR, XOR, SHR, USHR -> OptionalLong.empty();
    };
  }

  private OptionalLong cast(LowOp.Cast cast) {
    DType from = cast.operand().dtype();
    boolean narrows = from == DType.I64;
    return narrows || (from == DType.I32 && neverWraps(cast.operand()))
        ? coefficient(cast.operand())
        : OptionalLong.empty();
  }

  /** Whether {@code value}, as a function of the variable, stays within its type throughout. */
  private boolean neverWraps(Value value) {
    if (value.equals(variable) || !uniformity.varies(value)) {
      return true;
    }
    return switch (definitions.of(value)) {
      case LowOp.Binary binary when isSumOrProduct(binary.operator()) ->
          !ranges.mayWrap(binary.operator(), binary.left(), binary.right())
              && neverWraps(binary.left())
              && neverWraps(binary.right());
      case null, default -> false;
    };
  }

  private static boolean isSumOrProduct(BinaryOperator operator) {
    return switch (operator) {
      case ADD, SUB, MUL -> true;
      case DIV, REM, MIN, MAX, AND, OR, XOR, SHL, SHR, USHR -> false;
    };
  }

  private static OptionalLong sum(OptionalLong left, OptionalLong right, long sign) {
    return left.isPresent() && right.isPresent()
        ? bounded(left.getAsLong() + sign * right.getAsLong())
        : OptionalLong.empty();
  }

  private static OptionalLong scaled(OptionalLong coefficient, long factor) {
    return coefficient.isPresent() && Math.abs(factor) < 1 << 20
        ? bounded(coefficient.getAsLong() * factor)
        : OptionalLong.empty();
  }

  /** Coefficients stay small, so that a vector's lanes times them never leave I32. */
  private static OptionalLong bounded(long coefficient) {
    return Math.abs(coefficient) < 1 << 20 ? OptionalLong.of(coefficient) : OptionalLong.empty();
  }
}
