package dev.kiln.lang;

import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sees every access of one run of a grid and refuses what the modes of {@link Reference} forbid.
 *
 * <p>{@link #on} is what an access pays when no mode is on anywhere. The static methods report to
 * the watch of the grid that runs on this thread.
 */
final class Watch {

  /** The watch of code outside of a grid. */
  static final Watch BLIND = new Watch(Set.of(), new int[0]);

  private static final AtomicInteger ACTIVE =
      new AtomicInteger(Settings.READ.reference().modes().isEmpty() ? 0 : 1);

  private final boolean race;
  private final boolean poison;
  private final boolean bounds;
  private final Shadow blocks;
  private Shadow iterations;
  private boolean inParallel;

  private Watch(Set<Reference.Mode> modes, int[] gridExtents) {
    this.race = modes.contains(Reference.Mode.RACE);
    this.poison = modes.contains(Reference.Mode.POISON);
    this.bounds = modes.contains(Reference.Mode.BOUNDS);
    this.blocks = new Shadow("block", gridExtents, Shadow.Order.FIRST_FASTEST);
    this.iterations = blocks;
  }

  static Watch of(Reference reference, int[] gridExtents) {
    return new Watch(reference.modes(), gridExtents);
  }

  /** Whether any run anywhere may be watched. */
  static boolean on() {
    return ACTIVE.getPlain() != 0;
  }

  static void whileOn(Runnable code) {
    ACTIVE.incrementAndGet();
    try {
      code.run();
    } finally {
      ACTIVE.decrementAndGet();
    }
  }

  static void read(Tensor<?> tensor, long offset) {
    GridRun.watch().see(Shadow.Access.READ, tensor, offset);
  }

  static void write(Tensor<?> tensor, long offset) {
    GridRun.watch().see(Shadow.Access.WRITE, tensor, offset);
  }

  static void add(Tensor<?> tensor, long offset) {
    GridRun.watch().see(Shadow.Access.ADD, tensor, offset);
  }

  static void outside(Tensor<?> tensor, int[] index) {
    if (GridRun.watch().bounds) {
      throw new ReferenceException(
          Reference.Mode.BOUNDS,
          "Element %s is outside of %s.".formatted(Dimensions.text(index), tensor.describe()));
    }
  }

  /** Reports {@code count} elements from a byte offset on, a stride apart. */
  static void row(Shadow.Access access, Tensor<?> tensor, long offset, long stride, int count) {
    if (on()) {
      Watch watch = GridRun.watch();
      for (int i = 0; i < count; i++) {
        watch.see(access, tensor, offset + i * stride);
      }
    }
  }

  /** Reports all elements. */
  static void all(Shadow.Access access, Tensor<?> tensor) {
    row(access, tensor, 0, tensor.dtype.bytes(), tensor.arraySize());
  }

  boolean poison() {
    return poison;
  }

  void enterBlock(long linear) {
    blocks.become(linear);
  }

  void enterParallel(int[] extents) {
    iterations = new Shadow("iteration", extents, Shadow.Order.LAST_FASTEST);
    inParallel = true;
  }

  void nextIteration() {
    iterations.next();
  }

  void leaveParallel() {
    inParallel = false;
  }

  private void see(Shadow.Access access, Tensor<?> tensor, long offset) {
    if (poison && tensor.memory instanceof TileMemory tile) {
      seeTile(access, tensor, tile, offset);
    }
    if (race && !tensor.isOnChip()) {
      blocks.see(access, tensor, offset);
    }
    if (race && inParallel) {
      iterations.see(access, tensor, offset);
    }
  }

  private static void seeTile(
      Shadow.Access access, Tensor<?> tensor, TileMemory tile, long offset) {
    if (access != Shadow.Access.WRITE && !tile.isWritten(offset)) {
      throw new ReferenceException(
          Reference.Mode.POISON,
          "Nothing wrote element %s of %s before it is read."
              .formatted(tensor.indexText(offset), tensor.describe()));
    }
    tile.markWritten(offset);
  }
}
