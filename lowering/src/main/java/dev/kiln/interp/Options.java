package dev.kiln.interp;

import java.util.function.Consumer;

/**
 * How a kernel is interpreted.
 *
 * @param seed of the order of blocks, of threads and of the iterations of a {@code Parallel}; 0 for
 *     ascending
 * @param findsRaces whether two blocks that write one element are an error
 * @param residentBlocks how many blocks the machine runs at once, as kernels are told
 * @param mostSteps number of operations after which a kernel counts as endless
 * @param printer takes the lines that the kernel prints
 */
public record Options(
    long seed,
    boolean findsRaces,
    long residentBlocks,
    long mostSteps,
    Consumer<? super String> printer) {
  /**
   * Ascending order, no search for races, 2 blocks at once, a few minutes at most; what is printed
   * is lost.
   */
  public static final Options DEFAULT = new Options(0, false, 2, 2_000_000_000L, _ -> {});

  public Options withSeed(long changed) {
    return new Options(changed, findsRaces, residentBlocks, mostSteps, printer);
  }

  public Options withRaces() {
    return new Options(seed, true, residentBlocks, mostSteps, printer);
  }

  public Options withResidentBlocks(long changed) {
    return new Options(seed, findsRaces, changed, mostSteps, printer);
  }

  public Options withMostSteps(long changed) {
    return new Options(seed, findsRaces, residentBlocks, changed, printer);
  }

  public Options withPrinter(Consumer<? super String> changed) {
    return new Options(seed, findsRaces, residentBlocks, mostSteps, changed);
  }
}
