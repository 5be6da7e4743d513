package dev.kiln.layout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A map from the logical indices of a tile to an offset, counted in elements. Injective on the
 * extents that it was made for, with offsets from 0 to below {@link #size}.
 */
public sealed interface Layout {
  /** Not decided yet. No constant: classes of this family may be loaded by several threads. */
  static Layout unplaced() {
    return new Unplaced();
  }

  /** The run of a layout along an axis whose elements are all neighbours. */
  int WHOLE_AXIS = Integer.MAX_VALUE;

  /** Offset of the element at {@code index}, outermost first. */
  long offset(List<Integer> index);

  /** Elements of memory that a tile with these extents takes, padding included. */
  long size(List<Integer> extents);

  /** The layout of the transposed view: its offset at (.., j, i) is this one's at (.., i, j). */
  Layout transposed();

  /**
   * The largest r such that the elements at indices r*n .. r*n + r-1 of {@code axis} are neighbours
   * in ascending order, for every n: {@link #WHOLE_AXIS}, or a width, or 1.
   */
  int run(int axis);

  /** The index of the element at {@code offset}; null where padding lies. */
  default @Nullable List<Integer> index(long offset, List<Integer> extents) {
    List<Integer> index = solve(offset, extents);
    for (int axis = 0; axis < extents.size(); axis++) {
      if (index.get(axis) < 0 || index.get(axis) >= extents.get(axis)) {
        return null;
      }
    }
    return offset(index) == offset ? index : null;
  }

  /** The only index that may lie at {@code offset}; it may be out of range, or not lie there. */
  List<Integer> solve(long offset, List<Integer> extents);

  /** Row-major: the last axis runs, the rows begin {@code pitch} elements apart. */
  static Strided rowMajor(List<Integer> extents, long pitch) {
    var strides = new ArrayList<Long>(Collections.nCopies(extents.size(), 1L));
    long stride = pitch;
    for (int axis = extents.size() - 2; axis >= 0; axis--) {
      strides.set(axis, stride);
      stride *= extents.get(axis);
    }
    return new Strided(strides);
  }

  /** Stands where no layout has been inferred. */
  record Unplaced() implements Layout {
    @Override
    public long offset(List<Integer> index) {
      throw new IllegalStateException("no layout has been inferred");
    }

    @Override
    public long size(List<Integer> extents) {
      throw new IllegalStateException("no layout has been inferred");
    }

    @Override
    public Layout transposed() {
      return this;
    }

    @Override
    public int run(int axis) {
      return 1;
    }

    @Override
    public List<Integer> solve(long offset, List<Integer> extents) {
      throw new IllegalStateException("no layout has been inferred");
    }
  }

  /**
   * {@code offset = sum of index[d] * strides[d]}. Nested: with the axes sorted by stride, each
   * stride is at least the extent times the stride of the axis before.
   */
  record Strided(List<Long> strides) implements Layout {
    public Strided {
      strides = List.copyOf(strides);
    }

    @Override
    public long offset(List<Integer> index) {
      long offset = 0;
      for (int axis = 0; axis < strides.size(); axis++) {
        offset += index.get(axis) * strides.get(axis);
      }
      return offset;
    }

    @Override
    public long size(List<Integer> extents) {
      long size = 1;
      for (int axis = 0; axis < strides.size(); axis++) {
        size = Math.max(size, extents.get(axis) * strides.get(axis));
      }
      return size;
    }

    @Override
    public Layout transposed() {
      var swapped = new ArrayList<>(strides);
      Collections.swap(swapped, strides.size() - 1, strides.size() - 2);
      return new Strided(swapped);
    }

    @Override
    public int run(int axis) {
      return strides.get(axis) == 1 ? WHOLE_AXIS : 1;
    }

    @Override
    public List<Integer> solve(long offset, List<Integer> extents) {
      var axes = new ArrayList<Integer>();
      for (int axis = 0; axis < strides.size(); axis++) {
        axes.add(axis);
      }
      axes.sort((a, b) -> Long.compare(strides.get(b), strides.get(a)));
      var index = new ArrayList<>(Collections.nCopies(strides.size(), 0));
      long rest = offset;
      for (int axis : axes) {
        if (extents.get(axis) > 1) {
          index.set(axis, Math.toIntExact(rest / strides.get(axis)));
          rest %= strides.get(axis);
        }
      }
      return index;
    }
  }

  /**
   * Packed panels of a matrix for a register-tiled product: axis {@code axis} (0 or 1) is cut into
   * panels of {@code width}; a panel holds, for each index of the other axis, its {@code width}
   * elements side by side. With {@code length} the extent of the other axis: {@code offset = (i /
   * width) * length * width + j * width + i % width}. The last panel is padded.
   */
  record Panels(int axis, int width, int length) implements Layout {
    public Panels {
      if (axis < 0 || axis > 1 || width < 1 || length < 1) {
        throw new IllegalArgumentException(
            "no panels along axis %d of width %d and length %d".formatted(axis, width, length));
      }
    }

    @Override
    public long offset(List<Integer> index) {
      long across = index.get(axis);
      long along = index.get(1 - axis);
      return across / width * length * width + along * width + across % width;
    }

    @Override
    public long size(List<Integer> extents) {
      return (long) Math.ceilDiv(extents.get(axis), width) * width * length;
    }

    @Override
    public Layout transposed() {
      return new Panels(1 - axis, width, length);
    }

    @Override
    public int run(int queried) {
      if (queried == axis) {
        return width;
      }
      return width == 1 ? WHOLE_AXIS : 1;
    }

    @Override
    public List<Integer> solve(long offset, List<Integer> extents) {
      long panel = (long) length * width;
      int across = Math.toIntExact(offset / panel * width + offset % width);
      int along = Math.toIntExact(offset % panel / width);
      return axis == 0 ? List.of(across, along) : List.of(along, across);
    }
  }
}
