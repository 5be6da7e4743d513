package dev.kiln.lower.laidout;

import dev.kiln.ir.Shape;
import dev.kiln.layout.Layout;
import dev.kiln.layout.Mode;
import java.util.ArrayList;
import java.util.List;

/** Layouts of fragments of which no instruction asks anything. */
final class FreeFragments {
  /** A thread moves so much at once where it can. */
  private static final int VECTOR_BYTES = 16;

  private FreeFragments() {}

  /**
   * Neighbours of the last axis in the registers of a thread, as many as it moves at once, then
   * from thread to thread, so that what a warp touches in memory lies together; rows by the threads
   * that are left.
   *
   * @param bytes of the widest element
   * @param isReduced whether rows are reduced, which is best done within a warp each
   */
  static Layout.Fragment of(Shape shape, int bytes, int threads, boolean isReduced) {
    int rank = shape.rank();
    int last = shape.extent(rank - 1);
    int rows = Math.toIntExact(shape.elements() / last);
    int vector = 1;
    while (vector * 2 * bytes <= VECTOR_BYTES
        && last % (vector * 2) == 0
        && (long) (last / (vector * 2)) * rows >= threads) {
      vector *= 2;
    }
    int most = isReduced ? Math.max(WarpTiling.WARP, threads / power(rows)) : threads;
    int across = power(Math.min(Math.min(threads, most), Math.ceilDiv(last, vector)));
    var axes = new ArrayList<List<Mode>>();
    int free = threads / across;
    int stride = across;
    int held = vector;
    var lastAxis = new ArrayList<Mode>();
    lastAxis.add(Mode.registers(vector, 1));
    lastAxis.add(Mode.threads(across, 1));
    int rest = Math.ceilDiv(last, vector * across);
    lastAxis.add(Mode.registers(rest, held));
    held *= rest;
    axes.add(lastAxis);
    for (int axis = rank - 2; axis >= 0; axis--) {
      int extent = shape.extent(axis);
      int down = Math.min(free, power(extent));
      int more = Math.ceilDiv(extent, down);
      axes.addFirst(List.of(Mode.threads(down, stride), Mode.registers(more, held)));
      stride *= down;
      free /= down;
      held *= more;
    }
    return new Layout.Fragment(axes).canonical();
  }

  /** The least power of two that is not below {@code count}. */
  private static int power(int count) {
    return count <= 1 ? 1 : Integer.highestOneBit(count - 1) * 2;
  }
}
