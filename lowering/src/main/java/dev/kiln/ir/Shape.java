package dev.kiln.ir;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Static extents of a tile, outermost first, each positive. */
public record Shape(List<Integer> extents) {
  public Shape {
    extents = List.copyOf(extents);
    for (int extent : extents) {
      if (extent <= 0) {
        throw new IllegalArgumentException("extents must be positive: " + extents);
      }
    }
  }

  public static Shape of(int... extents) {
    return new Shape(Arrays.stream(extents).boxed().toList());
  }

  public int rank() {
    return extents.size();
  }

  public int extent(int axis) {
    return extents.get(axis);
  }

  /** Number of elements. */
  public long elements() {
    return extents.stream().mapToLong(Integer::longValue).reduce(1, Math::multiplyExact);
  }

  /** This shape without {@code axis}. */
  public Shape without(int axis) {
    var rest = new java.util.ArrayList<>(extents);
    rest.subList(axis, axis + 1).clear();
    return new Shape(rest);
  }

  /** This shape with its last two extents swapped. */
  public Shape transposed() {
    var swapped = new java.util.ArrayList<>(extents);
    java.util.Collections.swap(swapped, rank() - 1, rank() - 2);
    return new Shape(swapped);
  }

  @Override
  public String toString() {
    return extents.stream().map(String::valueOf).collect(Collectors.joining("x"));
  }
}
