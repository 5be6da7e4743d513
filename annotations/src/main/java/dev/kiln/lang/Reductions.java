package dev.kiln.lang;

import java.util.Arrays;

/**
 * The bodies of the reductions: elements are taken in ascending order along the axis, in the type
 * they are read as, and the result is rounded once.
 */
final class Reductions {

  private Reductions() {}

  static void reduce(
      Reduction kind, FloatTensor<?> source, FloatTensor<?> target, int axis, boolean clear) {
    Lines lines = Lines.of(source, target, axis, clear);
    float[] from = source.toFloats();
    float[] to = target.toFloats();
    for (int line = 0; line < to.length; line++) {
      float sum = kind.identity(Float.POSITIVE_INFINITY);
      for (int i = 0; i < lines.length; i++) {
        sum = kind.take(sum, from[lines.at(line, i)]);
      }
      to[line] = clear ? sum : kind.combine(to[line], sum);
    }
    target.copyFrom(to);
  }

  static void reduce(
      Reduction kind, IntTensor<?> source, IntTensor<?> target, int axis, boolean clear) {
    Lines lines = Lines.of(source, target, axis, clear);
    int[] from = source.toInts();
    int[] to = target.toInts();
    for (int line = 0; line < to.length; line++) {
      int sum = kind.identityInt();
      for (int i = 0; i < lines.length; i++) {
        sum = kind.take(sum, from[lines.at(line, i)]);
      }
      to[line] = clear ? sum : kind.combine(to[line], sum);
    }
    target.copyFrom(to);
  }

  static void reduce(
      Reduction kind, LongTensor source, LongTensor target, int axis, boolean clear) {
    Lines lines = Lines.of(source, target, axis, clear);
    long[] from = source.toLongs();
    long[] to = target.toLongs();
    for (int line = 0; line < to.length; line++) {
      long sum = kind.identityLong();
      for (int i = 0; i < lines.length; i++) {
        sum = kind.take(sum, from[lines.at(line, i)]);
      }
      to[line] = clear ? sum : kind.combine(to[line], sum);
    }
    target.copyFrom(to);
  }

  static void reduce(
      Reduction kind, DoubleTensor source, DoubleTensor target, int axis, boolean clear) {
    Lines lines = Lines.of(source, target, axis, clear);
    double[] from = source.toDoubles();
    double[] to = target.toDoubles();
    for (int line = 0; line < to.length; line++) {
      double sum = kind.identity(Float.POSITIVE_INFINITY);
      for (int i = 0; i < lines.length; i++) {
        sum = kind.take(sum, from[lines.at(line, i)]);
      }
      to[line] = clear ? sum : kind.combine(to[line], sum);
    }
    target.copyFrom(to);
  }

  /**
   * The lines along one axis of a row-major array: {@code inner} elements lie between neighbours.
   */
  private record Lines(int length, int inner) {

    static Lines of(Tensor<?> source, Tensor<?> target, int axis, boolean clear) {
      Shapes.requireTile("a reduction", source);
      Shapes.requireTile("a reduction", target);
      int length = source.dim(axis);
      int[] rest = Dimensions.without(source.dims, axis);
      int[] expected = rest.length == 0 ? new int[] {1} : rest;
      if (!Arrays.equals(expected, target.dims)) {
        throw new IllegalArgumentException(
            "Expected a target of %s for the reduction of %s over axis %d, found %s."
                .formatted(Dimensions.text(expected), source.describe(), axis, target.describe()));
      }
      Watch.all(Shadow.Access.READ, source);
      if (!clear) {
        Watch.all(Shadow.Access.READ, target);
      }
      Watch.all(Shadow.Access.WRITE, target);
      int inner = 1;
      for (int i = axis + 1; i < source.rank(); i++) {
        inner *= source.dims[i];
      }
      return new Lines(length, inner);
    }

    int at(int line, int i) {
      return (line / inner * length + i) * inner + line % inner;
    }
  }
}
