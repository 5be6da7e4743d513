package dev.kiln.testkit.random;

import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.List;

/**
 * Leaves that are scalars: constants, what the pool has, and indices.
 *
 * @param indices of the loop around; perhaps none
 */
record ScalarLeaves(Choices choices, Pool pool, List<Value> indices) implements Expressions.Leaves {
  private static final double LARGEST_INDEX = 64;

  @Override
  public Pool.Scalar of(DType dtype, OpBuilder out) {
    List<Pool.Scalar> scalars = pool.scalars(dtype);
    if (!scalars.isEmpty() && choices.oneIn(2)) {
      return choices.of(scalars);
    }
    if (!indices.isEmpty() && dtype != DType.BOOL && choices.oneIn(2)) {
      var index = new Pool.Scalar(choices.of(indices), Bound.exact(LARGEST_INDEX, 1));
      return cast(index, dtype, out);
    }
    return constant(dtype, out);
  }

  private Pool.Scalar constant(DType dtype, OpBuilder out) {
    var type = new Type.ScalarType(dtype);
    int number = choices.between(-4, 5);
    return switch (dtype) {
      case BOOL -> {
        Value index = indices.isEmpty() ? out.i32(number) : choices.of(indices);
        Value test = out.compare(CompareOperator.LT, index, out.i32(2));
        yield new Pool.Scalar(test, Bound.exact(1, 1));
      }
      case I32, I64 -> new Pool.Scalar(out.constant(type, (long) number), Bound.exact(4, 1));
      case F32, F64 -> new Pool.Scalar(out.constant(type, number / 2.0), Bound.exact(2, 0.5));
      case F16, BF16, E4M3, E5M2, I8, I16, U8 ->
          throw new IllegalArgumentException("not computed: " + dtype);
    };
  }

  /** Whether {@code bound} allows a cast from {@code from} to {@code to}. */
  static boolean fits(DType from, Bound bound, DType to) {
    return from == to || to.isFloat() || bound.isExact();
  }

  static Pool.Scalar cast(Pool.Scalar scalar, DType dtype, OpBuilder out) {
    if (scalar.value().dtype() == dtype) {
      return scalar;
    }
    Value value = out.cast(dtype, scalar.value());
    Bound bound = scalar.bound();
    return new Pool.Scalar(
        value,
        dtype.isFloat()
            ? bound.rounded(dtype)
            : Bound.exact(dtype == DType.BOOL ? 1 : Math.pow(2, dtype.bits() - 1), 1));
  }
}
