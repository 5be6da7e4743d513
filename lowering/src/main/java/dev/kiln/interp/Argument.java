package dev.kiln.interp;

import dev.kiln.ir.DType;

/** What a parameter of a kernel is bound to. */
public sealed interface Argument permits TensorData, Argument.Scalar {

  /**
   * A number or a truth value.
   *
   * @param bits see {@link Bits}
   */
  record Scalar(DType dtype, long bits) implements Argument {
    public static Scalar of(int value) {
      return new Scalar(DType.I32, value);
    }

    public static Scalar of(long value) {
      return new Scalar(DType.I64, value);
    }

    public static Scalar of(float value) {
      return new Scalar(DType.F32, Bits.ofDouble(DType.F32, value));
    }

    public static Scalar of(double value) {
      return new Scalar(DType.F64, Bits.ofDouble(DType.F64, value));
    }

    public static Scalar of(boolean value) {
      return new Scalar(DType.BOOL, value ? 1 : 0);
    }
  }
}
