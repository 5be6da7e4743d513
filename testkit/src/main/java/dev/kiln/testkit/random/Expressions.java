package dev.kiln.testkit.random;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.MathFunction;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;

/** Random scalar code of a wanted type, with what holds of its result. */
final class Expressions {
  /** A float that grows past this is clamped, so that nothing overflows on the way. */
  private static final double LARGE = 4096;

  private static final double SMALL = 4;

  /** What a vector function of the CPU may be off by, in units of the last place. */
  private static final double MATH_ULPS = 8;

  private final Choices choices;
  private final Leaves leaves;
  private final OpBuilder out;
  private final boolean isSpecial;

  /** Where expressions end: elements, indices, parameters. */
  @FunctionalInterface
  interface Leaves {
    Pool.Scalar of(DType dtype, OpBuilder out);
  }

  Expressions(Choices choices, Data data, Leaves leaves, OpBuilder out) {
    this.choices = choices;
    this.isSpecial = data == Data.SPECIAL;
    this.leaves = leaves;
    this.out = out;
  }

  /** Code of at most {@code depth} nested operations that gives a {@code dtype}. */
  Pool.Scalar of(DType dtype, int depth) {
    if (depth == 0) {
      return leaves.of(dtype, out);
    }
    return switch (dtype) {
      case F32, F64 -> clamped(floats(dtype, depth - 1));
      case I32, I64 -> integers(dtype, depth - 1);
      case BOOL -> truths(depth - 1);
      case F16, BF16, E4M3, E5M2, I8, I16, U8 ->
          throw new IllegalArgumentException("not computed: " + dtype);
    };
  }

  private Pool.Scalar floats(DType dtype, int depth) {
    return switch (choices.between(0, 9)) {
      case 0, 1, 2 -> floatBinary(dtype, depth);
      case 3 -> floatUnary(dtype, depth);
      case 4 -> select(dtype, depth);
      case 5 -> fma(dtype, depth);
      case 6 -> isSpecial ? leaves.of(dtype, out) : math(dtype, depth);
      case 7 -> fromOther(dtype, depth);
      default -> quotient(dtype, depth);
    };
  }

  private Pool.Scalar floatBinary(DType dtype, int depth) {
    var operator =
        choices.of(
            BinaryOperator.ADD,
            BinaryOperator.SUB,
            BinaryOperator.MUL,
            BinaryOperator.MIN,
            BinaryOperator.MAX);
    Pool.Scalar left = of(dtype, depth);
    Pool.Scalar right = of(dtype, depth);
    Value result = out.binary(operator, left.value(), right.value());
    Bound bound =
        switch (operator) {
          case ADD, SUB -> left.bound().plus(right.bound(), dtype);
          case MUL -> left.bound().times(right.bound(), dtype);
          default -> left.bound().or(right.bound());
        };
    return new Pool.Scalar(result, bound);
  }

  private Pool.Scalar floatUnary(DType dtype, int depth) {
    Pool.Scalar operand = of(dtype, depth);
    var operator =
        operand.bound().isExact()
            ? choices.of(
                UnaryOperator.NEG,
                UnaryOperator.ABS,
                UnaryOperator.SQRT,
                UnaryOperator.FLOOR,
                UnaryOperator.CEIL,
                UnaryOperator.TRUNC,
                UnaryOperator.RINT)
            : choices.of(UnaryOperator.NEG, UnaryOperator.ABS);
    Value value = operand.value();
    if (operator == UnaryOperator.SQRT) {
      value = out.unary(UnaryOperator.ABS, value);
    }
    Value result = out.unary(operator, value);
    Bound bound =
        switch (operator) {
          case SQRT ->
              operand
                  .bound()
                  .withMagnitude(Math.max(1, operand.bound().magnitude()))
                  .withQuantum(0);
          case FLOOR, CEIL, TRUNC, RINT ->
              operand
                  .bound()
                  .withMagnitude(operand.bound().magnitude() + 1)
                  .withQuantum(Math.min(1, operand.bound().quantum()));
          default -> operand.bound();
        };
    return new Pool.Scalar(result, bound);
  }

  private Pool.Scalar select(DType dtype, int depth) {
    Pool.Scalar condition = of(DType.BOOL, depth);
    Pool.Scalar left = of(dtype, depth);
    Pool.Scalar right = of(dtype, depth);
    Value result = out.select(condition.value(), left.value(), right.value());
    return new Pool.Scalar(result, left.bound().or(right.bound()));
  }

  private Pool.Scalar fma(DType dtype, int depth) {
    Pool.Scalar left = of(dtype, depth);
    Pool.Scalar right = of(dtype, depth);
    Pool.Scalar addend = of(dtype, depth);
    boolean isExact = isSpecial || choices.oneIn(2);
    Value result = out.fma(left.value(), right.value(), addend.value(), isExact);
    Bound bound =
        isExact
            ? left.bound().times(right.bound(), dtype).plus(addend.bound(), dtype)
            : addend.bound().plusProducts(1, left.bound(), right.bound(), dtype);
    return new Pool.Scalar(result, bound);
  }

  private Pool.Scalar math(DType dtype, int depth) {
    var function =
        choices.of(
            MathFunction.EXP,
            MathFunction.TANH,
            MathFunction.SIGMOID,
            MathFunction.SIN,
            MathFunction.COS,
            MathFunction.ERF,
            MathFunction.EXP2);
    Pool.Scalar operand = small(of(dtype, depth));
    Value result = out.math(function, operand.value());
    double magnitude = function == MathFunction.EXP ? Math.exp(SMALL) : 1;
    magnitude = function == MathFunction.EXP2 ? 16 : magnitude;
    // The slope of none of them is steeper than the largest value of exp here.
    double slope = Math.max(2, magnitude);
    double deviation =
        slope * operand.bound().deviation() + 2 * MATH_ULPS * Bound.unit(dtype) * magnitude;
    return new Pool.Scalar(
        result, new Bound(magnitude, deviation, 0, operand.bound().isSignFree()));
  }

  private Pool.Scalar fromOther(DType dtype, int depth) {
    DType other = choices.of(DType.I32, DType.I64, dtype == DType.F32 ? DType.F64 : DType.F32);
    Pool.Scalar operand = of(other, depth);
    return new Pool.Scalar(out.cast(dtype, operand.value()), operand.bound().rounded(dtype));
  }

  /** {@code a / (|b| + 1)}: no division by zero. */
  private Pool.Scalar quotient(DType dtype, int depth) {
    Pool.Scalar left = of(dtype, depth);
    Pool.Scalar right = of(dtype, depth);
    Value one = out.constant(new Type.ScalarType(dtype), 1.0);
    Value divisor =
        out.binary(BinaryOperator.ADD, out.unary(UnaryOperator.ABS, right.value()), one);
    Value result = out.binary(BinaryOperator.DIV, left.value(), divisor);
    double unit = Bound.unit(dtype);
    double magnitude = left.bound().magnitude();
    double parts = left.bound().deviation() + magnitude * (right.bound().deviation() + 4 * unit);
    boolean isExact = left.bound().isExact() && right.bound().isExact();
    return new Pool.Scalar(
        result, new Bound(magnitude, isExact ? 0 : parts, 0, left.bound().isSignFree()));
  }

  private Pool.Scalar clamped(Pool.Scalar scalar) {
    return isSpecial || scalar.bound().magnitude() <= LARGE ? scalar : small(scalar);
  }

  /** Between -4 and 4. */
  private Pool.Scalar small(Pool.Scalar scalar) {
    if (scalar.bound().magnitude() <= SMALL) {
      return scalar;
    }
    var type = (Type.ScalarType) scalar.value().type();
    Value low = out.binary(BinaryOperator.MAX, scalar.value(), out.constant(type, -SMALL));
    Value both = out.binary(BinaryOperator.MIN, low, out.constant(type, SMALL));
    Bound bound = scalar.bound();
    return new Pool.Scalar(
        both, bound.withMagnitude(SMALL).withQuantum(Math.min(SMALL, bound.quantum())));
  }

  private Pool.Scalar integers(DType dtype, int depth) {
    return switch (choices.between(0, 8)) {
      case 0, 1, 2 -> integerBinary(dtype, depth);
      case 3 -> integerUnary(dtype, depth);
      case 4 -> select(dtype, depth);
      case 5 -> fromFloat(dtype, depth);
      case 6 -> {
        DType other = dtype == DType.I32 ? DType.I64 : DType.I32;
        yield integer(out.cast(dtype, of(other, depth).value()));
      }
      default -> integerQuotient(dtype, depth);
    };
  }

  private Pool.Scalar integerBinary(DType dtype, int depth) {
    var operator =
        choices.of(
            BinaryOperator.ADD,
            BinaryOperator.SUB,
            BinaryOperator.MUL,
            BinaryOperator.MIN,
            BinaryOperator.MAX,
            BinaryOperator.AND,
            BinaryOperator.OR,
            BinaryOperator.XOR,
            BinaryOperator.SHL,
            BinaryOperator.SHR,
            BinaryOperator.USHR);
    return integer(out.binary(operator, of(dtype, depth).value(), of(dtype, depth).value()));
  }

  private Pool.Scalar integerUnary(DType dtype, int depth) {
    var operator =
        choices.of(
            UnaryOperator.NEG,
            UnaryOperator.NOT,
            UnaryOperator.ABS,
            UnaryOperator.POPCOUNT,
            UnaryOperator.CLZ);
    return integer(out.unary(operator, of(dtype, depth).value()));
  }

  private Pool.Scalar fromFloat(DType dtype, int depth) {
    DType other = choices.of(DType.F32, DType.F64);
    Pool.Scalar operand = of(other, depth);
    return operand.bound().isExact()
        ? integer(out.cast(dtype, operand.value()))
        : leaves.of(dtype, out);
  }

  /** By anything but zero. */
  private Pool.Scalar integerQuotient(DType dtype, int depth) {
    Value one = out.constant(new Type.ScalarType(dtype), 1L);
    Value divisor = out.binary(BinaryOperator.OR, of(dtype, depth).value(), one);
    var operator = choices.of(BinaryOperator.DIV, BinaryOperator.REM);
    return integer(out.binary(operator, of(dtype, depth).value(), divisor));
  }

  private Pool.Scalar truths(int depth) {
    return switch (choices.between(0, 6)) {
      case 0 -> {
        var operator = choices.of(BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR);
        yield truth(
            out.binary(operator, of(DType.BOOL, depth).value(), of(DType.BOOL, depth).value()));
      }
      case 1 -> truth(out.unary(UnaryOperator.NOT, of(DType.BOOL, depth).value()));
      case 2 -> floatCompare(depth);
      default -> {
        DType dtype = choices.of(DType.I32, DType.I64);
        var operator = choices.of(CompareOperator.values());
        yield truth(out.compare(operator, of(dtype, depth).value(), of(dtype, depth).value()));
      }
    };
  }

  /** Floats that may deviate decide nothing. */
  private Pool.Scalar floatCompare(int depth) {
    DType dtype = choices.of(DType.F32, DType.F64);
    Pool.Scalar left = of(dtype, depth);
    Pool.Scalar right = of(dtype, depth);
    if (!left.bound().isExact() || !right.bound().isExact()) {
      return leaves.of(DType.BOOL, out);
    }
    var operator =
        choices.of(
            CompareOperator.EQ,
            CompareOperator.NE,
            CompareOperator.LT,
            CompareOperator.LE,
            CompareOperator.GT,
            CompareOperator.GE);
    return truth(out.compare(operator, left.value(), right.value()));
  }

  private static Pool.Scalar truth(Value value) {
    return new Pool.Scalar(value, Bound.exact(1, 1));
  }

  private static Pool.Scalar integer(Value value) {
    double magnitude = value.dtype() == DType.I32 ? 0x1p31 : 0x1p63;
    return new Pool.Scalar(value, Bound.exact(magnitude, 1));
  }
}
