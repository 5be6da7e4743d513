package dev.kiln.lang;

import java.lang.foreign.Arena;
import java.util.SplittableRandom;

/**
 * One direct run of a grid: its blocks run one after the other on the calling thread.
 *
 * <p>Bound to the thread while it runs, so that the words of {@link Tile} know where they stand.
 */
final class GridRun {

  private static final ScopedValue<GridRun> CURRENT = ScopedValue.newInstance();
  private static final int MAX_TILE_RANK = 3;

  private final Watch watch;

  /** The lifetime of the tiles of the running block. */
  private Arena block = Arena.ofAuto();

  private boolean inParallel;

  private GridRun(Watch watch) {
    this.watch = watch;
  }

  /** The watch of the grid that runs on this thread, or one that sees nothing. */
  static Watch watch() {
    return CURRENT.isBound() ? CURRENT.get().watch : Watch.BLIND;
  }

  /** Whether a grid runs on this thread. */
  static boolean isRunning() {
    return CURRENT.isBound();
  }

  /** Runs all blocks, in order or shuffled. */
  static void grid(Tile.Body3 body, int... extents) {
    if (CURRENT.isBound()) {
      throw new IllegalArgumentException("Expected one grid in a kernel, found a grid in a grid.");
    }
    for (int extent : extents) {
      if (extent < 0) {
        throw new IllegalArgumentException(
            "Expected extents of a grid of 0 or more, found %s."
                .formatted(Dimensions.text(extents)));
      }
    }
    Reference reference = Reference.current();
    var run = new GridRun(Watch.of(reference, extents));
    ScopedValue.where(CURRENT, run).run(() -> run.blocks(reference, body, extents));
  }

  private void blocks(Reference reference, Tile.Body3 body, int[] extents) {
    int gx = extents[0];
    int gy = extents.length > 1 ? extents[1] : 1;
    long count = Dimensions.size(extents);
    if (reference.modes().contains(Reference.Mode.SHUFFLE)) {
      for (int linear : permutation(Math.toIntExact(count), reference.seed())) {
        block(body, linear, gx, gy);
      }
    } else {
      for (long linear = 0; linear < count; linear++) {
        block(body, linear, gx, gy);
      }
    }
  }

  private void block(Tile.Body3 body, long linear, int gx, int gy) {
    watch.enterBlock(linear);
    try (Arena lifetime = Arena.ofConfined()) {
      block = lifetime;
      long row = linear / gx;
      body.run((int) (linear % gx), (int) (row % gy), (int) (row / gy));
    }
  }

  private static int[] permutation(int count, long seed) {
    var random = new SplittableRandom(seed);
    var order = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  /** Runs all iterations in row-major order. */
  static void parallel(Tile.Body3 body, int... extents) {
    GridRun run = require("parallel");
    run.inParallel = true;
    try {
      run.iterations(body, extents);
    } finally {
      run.inParallel = false;
      run.watch.leaveParallel();
    }
  }

  private void iterations(Tile.Body3 body, int[] extents) {
    int e0 = extents[0];
    int e1 = extents.length > 1 ? extents[1] : 1;
    int e2 = extents.length > 2 ? extents[2] : 1;
    boolean watched = Watch.on();
    if (watched) {
      watch.enterParallel(extents);
    }
    for (int i = 0; i < e0; i++) {
      for (int j = 0; j < e1; j++) {
        for (int k = 0; k < e2; k++) {
          if (watched) {
            watch.nextIteration();
          }
          body.run(i, j, k);
        }
      }
    }
  }

  /** Zeroed memory for a tile of the running block. */
  static Memory allocate(DType dtype, Scope scope, int[] extents) {
    GridRun run = require(scope.word);
    if (extents.length == 0 || extents.length > MAX_TILE_RANK) {
      throw new IllegalArgumentException(
          "Expected 1 to %d extents for a %s tile, found %d."
              .formatted(MAX_TILE_RANK, scope.word, extents.length));
    }
    long bytes =
        Math.multiplyExact(Dimensions.size(Dimensions.requirePositive(extents)), dtype.bytes());
    return new TileMemory(run.block.allocate(bytes, 64), dtype.bytes(), run.watch.poison());
  }

  /** The run that a word on tiles belongs to. */
  static GridRun require(String word) {
    if (!CURRENT.isBound()) {
      throw new IllegalArgumentException(
          "Expected %s inside of a grid, found it outside.".formatted(word));
    }
    GridRun run = CURRENT.get();
    if (run.inParallel) {
      throw new IllegalArgumentException(
          "Expected %s outside of parallel, found it inside.".formatted(word));
    }
    return run;
  }
}
