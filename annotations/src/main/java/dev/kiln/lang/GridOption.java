package dev.kiln.lang;

/**
 * What a kernel asks for of the way its blocks are run; results do not depend on it. Made by {@link
 * Tile#threads}, {@link Tile#swizzle} and {@link Tile#persistent}.
 */
public final class GridOption {

  private static final int FEWEST_THREADS = 32;
  private static final int MOST_THREADS = 1024;

  private final String word;

  private GridOption(String word) {
    this.word = word;
  }

  static GridOption threads(int count) {
    if (count < FEWEST_THREADS || count > MOST_THREADS || Integer.bitCount(count) != 1) {
      throw new IllegalArgumentException(
          "Expected a power of two from 32 to 1024 for threads, found %d.".formatted(count));
    }
    return new GridOption("threads");
  }

  static GridOption swizzle(int neighbours) {
    if (neighbours < 1) {
      throw new IllegalArgumentException(
          "Expected 1 or more neighbours for swizzle, found %d.".formatted(neighbours));
    }
    return new GridOption("swizzle");
  }

  static GridOption persistent() {
    return new GridOption("persistent");
  }

  /** Refuses what says the same twice, and an order of rows where there is one row. */
  static void require(int rank, GridOption... options) {
    for (int i = 0; i < options.length; i++) {
      for (int j = 0; j < i; j++) {
        if (options[i].word.equals(options[j].word)) {
          throw new IllegalArgumentException(
              "Expected each option of grid once, found %s twice.".formatted(options[i].word));
        }
      }
      if (rank == 1 && options[i].word.equals("swizzle")) {
        throw new IllegalArgumentException(
            "Expected a grid of 2 or 3 extents for swizzle, found 1.");
      }
    }
  }

  @Override
  public String toString() {
    return word;
  }
}
