package dev.kiln.lang;

import java.util.Arrays;

/**
 * The bodies of {@code copy}, {@code fill} and {@code clear}.
 *
 * <p>A copy walks the extents row by row. In a row, the part inside of the target is written: from
 * the source where it is inside too, with zeros elsewhere. Element types are converted as Java's
 * casts do.
 */
final class Copies {

  private Copies() {}

  static void copy(Tensor<?> source, Tensor<?> target) {
    boolean same = Arrays.equals(source.dims, target.dims);
    if (!same && source.isOnChip() == target.isOnChip()) {
      throw new IllegalArgumentException(
          "Expected two sides of the same extents for copy, found %s and %s."
              .formatted(source.describe(), target.describe()));
    }
    int[] extents = source.isOnChip() ? source.dims : target.dims;
    copy(start(source), start(target), extents);
  }

  static void copy(Region source, Tensor<?> target) {
    copy(source, start(target), target.dims);
  }

  static void copy(Tensor<?> source, Region target) {
    copy(start(source), target, source.dims);
  }

  private static Region start(Tensor<?> tensor) {
    return new Region(tensor, new int[tensor.rank()]);
  }

  private static void copy(Region source, Region target, int[] extents) {
    GridRun.require("copy");
    requireRank(source, extents);
    requireRank(target, extents);
    boolean truth = source.tensor instanceof BoolTensor;
    if (truth != target.tensor instanceof BoolTensor) {
      throw new IllegalArgumentException(
          "Expected two sides of numbers or of truth values for copy, found %s and %s."
              .formatted(source.tensor.describe(), target.tensor.describe()));
    }
    rows(0, Cursor.of(source, extents.length), Cursor.of(target, extents.length), extents);
  }

  private static void requireRank(Region region, int[] extents) {
    if (region.origin.length < extents.length) {
      throw new IllegalArgumentException(
          "Expected a tile of at most %d dimensions for copy with %s, found extents %s."
              .formatted(region.origin.length, region.tensor.describe(), Dimensions.text(extents)));
    }
  }

  private static void rows(int axis, Cursor source, Cursor target, int[] extents) {
    if (axis == extents.length - 1) {
      row(source, target, extents[axis]);
      return;
    }
    for (int i = 0; i < extents[axis]; i++) {
      rows(axis + 1, source.step(i), target.step(i), extents);
    }
  }

  private static void row(Cursor source, Cursor target, int count) {
    int begin = target.firstInside(count);
    int end = target.endInside(count);
    int from = Math.clamp(source.firstInside(count), begin, Math.max(begin, end));
    int to = Math.clamp(source.endInside(count), from, Math.max(from, end));
    if (begin < end) {
      zeros(target, begin, from);
      Rows.move(source, target, from, to - from);
      zeros(target, to, end);
    }
  }

  private static void zeros(Cursor target, int begin, int end) {
    Rows.clear(target, begin, end - begin);
  }

  static void clear(Tensor<?> tile) {
    Shapes.requireTile("clear", tile);
    Watch.all(Shadow.Access.WRITE, tile);
    tile.memory.host().asSlice(0, tile.byteSize()).fill((byte) 0);
  }

  static void fill(FloatTensor<?> tile, float value) {
    Shapes.requireTile("fill", tile);
    Watch.all(Shadow.Access.WRITE, tile);
    var elements = new float[tile.arraySize()];
    Arrays.fill(elements, value);
    tile.copyFrom(elements);
  }

  static void fill(IntTensor<?> tile, int value) {
    Shapes.requireTile("fill", tile);
    Watch.all(Shadow.Access.WRITE, tile);
    var elements = new int[tile.arraySize()];
    Arrays.fill(elements, value);
    tile.copyFrom(elements);
  }

  static void fill(LongTensor tile, long value) {
    Shapes.requireTile("fill", tile);
    Watch.all(Shadow.Access.WRITE, tile);
    var elements = new long[tile.arraySize()];
    Arrays.fill(elements, value);
    tile.copyFrom(elements);
  }

  static void fill(DoubleTensor tile, double value) {
    Shapes.requireTile("fill", tile);
    Watch.all(Shadow.Access.WRITE, tile);
    var elements = new double[tile.arraySize()];
    Arrays.fill(elements, value);
    tile.copyFrom(elements);
  }

  static void fill(BoolTensor tile, boolean value) {
    Shapes.requireTile("fill", tile);
    Watch.all(Shadow.Access.WRITE, tile);
    tile.memory.host().asSlice(0, tile.byteSize()).fill((byte) (value ? 1 : 0));
  }
}
