package dev.kiln.lang;

import java.util.Arrays;

/**
 * The bodies of {@code gemm}: products are summed in ascending k, each product rounded before it is
 * added, and the accumulator is rounded once at the end.
 */
final class Products {

  private Products() {}

  static void gemm(FloatTensor<?> a, FloatTensor<?> b, FloatTensor<?> acc, GemmOption... options) {
    requireShapes(a, b, acc);
    GemmOption.require(a, b, options);
    float[] left = a.toFloats();
    float[] right = b.toFloats();
    if (Arrays.asList(options).contains(GemmOption.TF32)) {
      GemmOption.round(left);
      GemmOption.round(right);
    }
    float[] sums = acc.toFloats();
    int depth = a.dims[1];
    int columns = b.dims[1];
    for (int i = 0; i < a.dims[0]; i++) {
      for (int k = 0; k < depth; k++) {
        addScaled(sums, i * columns, left[i * depth + k], right, k * columns, columns);
      }
    }
    acc.copyFrom(sums);
  }

  /** {@code sums[at + j] += scale * row[from + j]} for {@code count} elements. */
  private static void addScaled(
      float[] sums, int at, float scale, float[] row, int from, int count) {
    for (int j = 0; j < count; j++) {
      sums[at + j] += scale * row[from + j];
    }
  }

  static void gemm(IntTensor<?> a, IntTensor<?> b, IntTensor<?> acc, GemmOption... options) {
    requireShapes(a, b, acc);
    GemmOption.require(a, b, options);
    int[] left = a.toInts();
    int[] right = b.toInts();
    int[] sums = acc.toInts();
    int depth = a.dims[1];
    int columns = b.dims[1];
    for (int i = 0; i < a.dims[0]; i++) {
      for (int k = 0; k < depth; k++) {
        addScaled(sums, i * columns, left[i * depth + k], right, k * columns, columns);
      }
    }
    acc.copyFrom(sums);
  }

  /** {@code sums[at + j] += scale * row[from + j]} for {@code count} elements. */
  private static void addScaled(int[] sums, int at, int scale, int[] row, int from, int count) {
    for (int j = 0; j < count; j++) {
      sums[at + j] += scale * row[from + j];
    }
  }

  static void gemm(LongTensor a, LongTensor b, LongTensor acc, GemmOption... options) {
    requireShapes(a, b, acc);
    GemmOption.require(a, b, options);
    long[] left = a.toLongs();
    long[] right = b.toLongs();
    long[] sums = acc.toLongs();
    int depth = a.dims[1];
    int columns = b.dims[1];
    for (int i = 0; i < a.dims[0]; i++) {
      for (int k = 0; k < depth; k++) {
        addScaled(sums, i * columns, left[i * depth + k], right, k * columns, columns);
      }
    }
    acc.copyFrom(sums);
  }

  /** {@code sums[at + j] += scale * row[from + j]} for {@code count} elements. */
  private static void addScaled(long[] sums, int at, long scale, long[] row, int from, int count) {
    for (int j = 0; j < count; j++) {
      sums[at + j] += scale * row[from + j];
    }
  }

  static void gemm(DoubleTensor a, DoubleTensor b, DoubleTensor acc, GemmOption... options) {
    requireShapes(a, b, acc);
    GemmOption.require(a, b, options);
    double[] left = a.toDoubles();
    double[] right = b.toDoubles();
    double[] sums = acc.toDoubles();
    int depth = a.dims[1];
    int columns = b.dims[1];
    for (int i = 0; i < a.dims[0]; i++) {
      for (int k = 0; k < depth; k++) {
        addScaled(sums, i * columns, left[i * depth + k], right, k * columns, columns);
      }
    }
    acc.copyFrom(sums);
  }

  /** {@code sums[at + j] += scale * row[from + j]} for {@code count} elements. */
  private static void addScaled(
      double[] sums, int at, double scale, double[] row, int from, int count) {
    for (int j = 0; j < count; j++) {
      sums[at + j] += scale * row[from + j];
    }
  }

  private static void requireShapes(Tensor<?> a, Tensor<?> b, Tensor<?> acc) {
    Shapes.requireTile("gemm", a);
    Shapes.requireTile("gemm", b);
    Shapes.requireTile("gemm", acc);
    boolean fits =
        a.rank() == 2
            && b.rank() == 2
            && acc.rank() == 2
            && a.dims[1] == b.dims[0]
            && acc.dims[0] == a.dims[0]
            && acc.dims[1] == b.dims[1];
    if (!fits) {
      throw new IllegalArgumentException(
          "Expected tiles [m, k], [k, n] and [m, n] for gemm, found %s, %s and %s."
              .formatted(
                  Dimensions.text(a.dims), Dimensions.text(b.dims), Dimensions.text(acc.dims)));
    }
    Watch.all(Shadow.Access.READ, a);
    Watch.all(Shadow.Access.READ, b);
    Watch.all(Shadow.Access.READ, acc);
    Watch.all(Shadow.Access.WRITE, acc);
  }
}
