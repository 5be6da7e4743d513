package dev.kiln.testkit.random;

import dev.kiln.interp.Bits;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;

/** What the floats of a kernel's inputs are. */
enum Data {
  /** Small multiples of 1/8, so that sums and products are exact in any order. */
  DYADIC,
  /** Anything between -1 and 1. */
  UNIFORM,
  /** NaN, infinities, zeros of both signs, the largest and the smallest. */
  SPECIAL;

  private static final double[] EXTREMES = {
    Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.0, -0.0, 1, -1.5, 3
  };

  /** What holds of the elements that {@link #fill} makes. */
  Bound bound(DType dtype) {
    if (!dtype.isFloat()) {
      return Bound.exact(dtype == DType.BOOL ? 1 : 256, 1);
    }
    return switch (this) {
      case DYADIC -> Bound.exact(2, 0x1p-3);
      case UNIFORM -> Bound.exact(1, 0);
      case SPECIAL -> Bound.exact(Double.POSITIVE_INFINITY, 0);
    };
  }

  void fill(TensorData tensor, Choices choices) {
    DType dtype = tensor.dtype();
    for (int i = 0; i < tensor.size(); i++) {
      tensor.setBits(
          i,
          dtype.isFloat()
              ? Bits.ofDouble(dtype, number(choices))
              : Bits.wrap(dtype, dtype == DType.BOOL ? choices.between(0, 2) : integer(choices)));
    }
  }

  private double number(Choices choices) {
    return switch (this) {
      case DYADIC -> choices.between(-16, 17) / 8.0;
      case UNIFORM -> choices.uniform() * 2 - 1;
      case SPECIAL -> EXTREMES[choices.between(0, EXTREMES.length)];
    };
  }

  private static int integer(Choices choices) {
    return choices.between(-128, 128);
  }
}
