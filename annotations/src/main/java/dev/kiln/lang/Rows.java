package dev.kiln.lang;

import java.lang.foreign.MemorySegment;

/** Moves parts of rows between tensors, in bulk where the layout allows. */
final class Rows {

  private Rows() {}

  /** Copies {@code count} elements, the first being {@code first} after both origins. */
  static void move(Cursor source, Cursor target, int first, int count) {
    if (count <= 0) {
      return;
    }
    Tensor<?> from = source.tensor();
    Tensor<?> to = target.tensor();
    Watch.row(Shadow.Access.READ, from, source.offsetAt(first), source.stride(), count);
    Watch.row(Shadow.Access.WRITE, to, target.offsetAt(first), target.stride(), count);
    if (isDense(source) && isDense(target) && from.dtype == to.dtype) {
      MemorySegment.copy(
          from.memory.host(),
          source.offsetAt(first),
          to.memory.host(),
          target.offsetAt(first),
          (long) count * to.dtype.bytes());
    } else if (from instanceof FloatTensor<?> a && to instanceof FloatTensor<?> b) {
      b.storeRow(target, first, a.loadRow(source, first, count));
    } else {
      for (int i = first; i < first + count; i++) {
        Casts.convert(from, source.offsetAt(i), to, target.offsetAt(i));
      }
    }
  }

  /** Sets {@code count} elements to zero, the first being {@code first} after the origin. */
  static void clear(Cursor target, int first, int count) {
    if (count <= 0) {
      return;
    }
    Tensor<?> to = target.tensor();
    int bytes = to.dtype.bytes();
    Watch.row(Shadow.Access.WRITE, to, target.offsetAt(first), target.stride(), count);
    MemorySegment segment = to.memory.host();
    if (isDense(target)) {
      segment.asSlice(target.offsetAt(first), (long) count * bytes).fill((byte) 0);
    } else {
      for (int i = first; i < first + count; i++) {
        segment.asSlice(target.offsetAt(i), bytes).fill((byte) 0);
      }
    }
  }

  static boolean isDense(Cursor cursor) {
    return cursor.stride() == cursor.tensor().dtype.bytes();
  }
}
