package dev.kiln.interp;

/**
 * How a kernel is interpreted.
 *
 * @param seed of the order of blocks, of threads and of the iterations of a {@code Parallel}; 0 for
 *     ascending
 * @param findsRaces whether two blocks that write one element are an error
 * @param mostSteps number of operations after which a kernel counts as endless
 */
public record Options(long seed, boolean findsRaces, long mostSteps) {
  /** Ascending order, no search for races, a few minutes at most. */
  public static final Options DEFAULT = new Options(0, false, 2_000_000_000L);

  public Options withSeed(long changed) {
    return new Options(changed, findsRaces, mostSteps);
  }

  public Options withRaces() {
    return new Options(seed, true, mostSteps);
  }

  public Options withMostSteps(long changed) {
    return new Options(seed, findsRaces, changed);
  }
}
