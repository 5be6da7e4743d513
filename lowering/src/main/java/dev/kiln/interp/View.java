package dev.kiln.interp;

import dev.kiln.ir.DType;
import java.util.Arrays;

/**
 * A tensor or a tile, seen through anchors and transpositions: the index of base axis d is that of
 * the view's axis {@code axes[d]} plus {@code offsets[d]}.
 *
 * @param dims extents of the base, which is row-major
 * @param param number of the tensor parameter, or -1 for a tile
 */
@SuppressWarnings("ArrayRecordComponent") // never changed, never compared
record View(Memory memory, long[] dims, int[] axes, long[] offsets, int param) implements Datum {
  static View whole(Memory memory, long[] dims, int param) {
    int[] axes = new int[dims.length];
    Arrays.setAll(axes, axis -> axis);
    return new View(memory, dims, axes, new long[dims.length], param);
  }

  DType element() {
    return memory.element();
  }

  int rank() {
    return dims.length;
  }

  /** Extents as the view shows them; those of the base where it is anchored. */
  long[] extents() {
    long[] extents = new long[rank()];
    for (int d = 0; d < rank(); d++) {
      extents[axes[d]] = dims[d];
    }
    return extents;
  }

  View anchored(long[] indices) {
    long[] moved = offsets.clone();
    for (int d = 0; d < rank(); d++) {
      moved[d] += axes[d] < indices.length ? indices[axes[d]] : 0;
    }
    return new View(memory, dims, axes, moved, param);
  }

  View transposed() {
    int[] swapped = new int[rank()];
    for (int d = 0; d < rank(); d++) {
      swapped[d] = axes[d] < rank() - 2 ? axes[d] : axes[d] == rank() - 1 ? rank() - 2 : rank() - 1;
    }
    return new View(memory, dims, swapped, offsets, param);
  }

  /** Position of an element in the memory, or -1 when it is outside of the base. */
  long position(long... index) {
    long position = 0;
    for (int d = 0; d < rank(); d++) {
      long i = index[axes[d]] + offsets[d];
      if (i < 0 || i >= dims[d]) {
        return -1;
      }
      position = position * dims[d] + i;
    }
    return position;
  }
}
