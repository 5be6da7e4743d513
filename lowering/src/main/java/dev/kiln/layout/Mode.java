package dev.kiln.layout;

/**
 * A digit of an index, and what it counts: with the modes of an axis given from the fastest on, the
 * digit of one is {@code index / (product of the extents before) % extent}.
 *
 * @param counts what the digit counts, threads or registers of a thread
 * @param stride how many of them lie between two values of the digit
 */
public record Mode(Counts counts, int extent, int stride) {
  /** What a digit counts. */
  public enum Counts {
    THREADS,
    REGISTERS
  }

  public Mode {
    if (extent < 1 || stride < 1) {
      throw new IllegalArgumentException(
          "no digit of extent %d and stride %d".formatted(extent, stride));
    }
  }

  public static Mode threads(int extent, int stride) {
    return new Mode(Counts.THREADS, extent, stride);
  }

  public static Mode registers(int extent, int stride) {
    return new Mode(Counts.REGISTERS, extent, stride);
  }

  public boolean isThreads() {
    return counts == Counts.THREADS;
  }

  /** The digit in a number of a thread or register. */
  int digit(int number) {
    return number / stride % extent;
  }
}
