package dev.kiln.lower.instruction;

import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;
import java.util.SplittableRandom;

/** Numbers of all kinds. */
final class Numbers {
  private static final double[] SPECIAL = {
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN,
    -0.0,
    0x1p-149,
    -0x1.8p-130,
    0x1p-24,
    0x1p-16,
    -0x1p-9,
    0x1p120,
    57344,
    448
  };

  private Numbers() {}

  static TensorData random(DType dtype, SplittableRandom random, int size) {
    TensorData tensor = TensorData.zeros(dtype, size);
    fill(tensor, random);
    return tensor;
  }

  /** One in a hundred is special; of the rest no two are alike, most probably. */
  static void fill(TensorData tensor, SplittableRandom random) {
    DType dtype = tensor.dtype();
    for (int i = 0; i < tensor.size(); i++) {
      if (dtype == DType.BOOL) {
        tensor.setBits(i, random.nextInt(2));
      } else if (!dtype.isFloat()) {
        tensor.setBits(i, random.nextLong());
      } else if (random.nextInt(100) == 0) {
        tensor.set(i, SPECIAL[random.nextInt(SPECIAL.length)]);
      } else {
        tensor.set(i, random.nextDouble(-2, 2) * (1 << random.nextInt(6)));
      }
    }
  }

  /** Whether both have the same bits; all NaN are one. */
  static boolean areSame(TensorData one, TensorData other) {
    for (int i = 0; i < one.size(); i++) {
      boolean isNan = Double.isNaN(one.get(i)) && Double.isNaN(other.get(i));
      if (!isNan && one.bits(i) != other.bits(i)) {
        return false;
      }
    }
    return one.dims().equals(other.dims());
  }
}
