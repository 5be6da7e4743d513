package dev.kiln.runtime.cuda;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the copy engine must know of a dense tensor to move boxes of it.
 *
 * @param dtype the element type, for example {@code bf16}; {@code tf32} rounds f32 on the way
 * @param elementBytes the size of an element
 * @param dims the extents, innermost first
 * @param box the extents of a box, innermost first
 * @param swizzleBytes how lines of a box are permuted in shared memory: 0, 32, 64 or 128
 */
public record TensorMap(
    String dtype, int elementBytes, List<Integer> dims, List<Integer> box, int swizzleBytes) {

  /** The size of an encoded map. */
  public static final int BYTES = 128;

  /** Addresses and distances of rows are multiples of this. */
  public static final int ALIGNMENT = 16;

  /** Copies the lists. */
  public TensorMap {
    dims = List.copyOf(dims);
    box = List.copyOf(box);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TensorMap map
        && dtype.equals(map.dtype)
        && elementBytes == map.elementBytes
        && dims.equals(map.dims)
        && box.equals(map.box)
        && swizzleBytes == map.swizzleBytes;
  }

  @Override
  public int hashCode() {
    return 31 * dims.hashCode() + box.hashCode();
  }

  /** Whether the copy engine can move boxes of a tensor at an address. */
  public boolean isPossible(long address) {
    boolean rows = dims.size() == 1 || (long) dims.getFirst() * elementBytes % ALIGNMENT == 0;
    return address % ALIGNMENT == 0 && rows;
  }

  /** The extents, innermost first. */
  long[] extents() {
    var extents = new long[dims.size()];
    for (int axis = 0; axis < extents.length; axis++) {
      extents[axis] = dims.get(axis);
    }
    return extents;
  }

  /** Those of a box, innermost first. */
  int[] boxExtents() {
    var extents = new int[box.size()];
    for (int axis = 0; axis < extents.length; axis++) {
      extents[axis] = box.get(axis);
    }
    return extents;
  }

  /** The distances between neighbours in bytes along the axes but the innermost. */
  long[] strides() {
    var strides = new long[dims.size() - 1];
    long bytes = elementBytes;
    for (int axis = 0; axis < strides.length; axis++) {
      bytes *= dims.get(axis);
      strides[axis] = bytes;
    }
    return strides;
  }

  /** The number of the element type in {@code CUtensorMapDataType}. */
  int typeNumber() {
    return switch (dtype) {
      case "f16" -> 6;
      case "bf16" -> 9;
      case "f32" -> 7;
      case "tf32" -> 11;
      case "f64" -> 8;
      case "i32" -> 3;
      case "i64" -> 5;
      default -> byWidth();
    };
  }

  /** Types that the copy engine does not know are moved as whole numbers of their width. */
  private int byWidth() {
    return switch (elementBytes) {
      case 1 -> 0;
      case 2 -> 1;
      case 4 -> 2;
      default -> 4;
    };
  }

  /** The number of the swizzle in {@code CUtensorMapSwizzle}. */
  int swizzleNumber() {
    return swizzleBytes == 0 ? 0 : Integer.numberOfTrailingZeros(swizzleBytes) - 4;
  }
}
