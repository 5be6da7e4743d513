package dev.kiln.lang;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Arithmetic on extents. */
final class Dimensions {

  private Dimensions() {}

  static int[] requirePositive(int[] dims) {
    for (int extent : dims) {
      if (extent <= 0) {
        throw new IllegalArgumentException(
            "Expected positive extents, found %s.".formatted(text(dims)));
      }
    }
    return dims.clone();
  }

  static long size(int[] dims) {
    long size = 1;
    for (int extent : dims) {
      size = Math.multiplyExact(size, extent);
    }
    return size;
  }

  /** The row-major distances in bytes. */
  static long[] strides(int[] dims, int bytes) {
    var strides = new long[dims.length];
    long stride = bytes;
    for (int axis = dims.length - 1; axis >= 0; axis--) {
      strides[axis] = stride;
      stride *= dims[axis];
    }
    return strides;
  }

  static int[] without(int[] dims, int axis) {
    var rest = new int[dims.length - 1];
    System.arraycopy(dims, 0, rest, 0, axis);
    System.arraycopy(dims, axis + 1, rest, axis, rest.length - axis);
    return rest;
  }

  static String text(int[] dims) {
    return Arrays.stream(dims)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
