package dev.kiln.lang;

/**
 * A place on the walk of a copy through one of its sides.
 *
 * @param axis the next axis to step along
 * @param offset the byte offset of the steps so far
 * @param inside whether all steps so far stayed inside of the tensor
 */
record Cursor(Region region, int axis, long offset, boolean inside) {

  /** The start of the innermost {@code rank} axes; the axes before them stay at the origin. */
  static Cursor of(Region region, int rank) {
    var cursor = new Cursor(region, 0, 0, true);
    while (cursor.axis < region.origin.length - rank) {
      cursor = cursor.step(0);
    }
    return cursor;
  }

  /** One axis further, {@code i} elements from the origin. */
  Cursor step(int i) {
    long index = (long) region.origin[axis] + i;
    boolean fits = index >= 0 && index < region.tensor.dims[axis];
    return new Cursor(region, axis + 1, offset + index * stride(), inside && fits);
  }

  Tensor<?> tensor() {
    return region.tensor;
  }

  long stride() {
    return region.tensor.strides[axis];
  }

  /** The byte offset of the element {@code i} after the origin of this axis. */
  long offsetAt(int i) {
    return offset + ((long) region.origin[axis] + i) * stride();
  }

  /** The first of {@code count} elements from the origin that is inside, if any is. */
  int firstInside(int count) {
    return (int) Math.clamp(-(long) region.origin[axis], 0L, (long) count);
  }

  /** One past the last of {@code count} elements that is inside; 0 if none is. */
  int endInside(int count) {
    long left = (long) region.tensor.dims[axis] - region.origin[axis];
    return inside ? (int) Math.clamp(left, 0L, (long) count) : 0;
  }
}
