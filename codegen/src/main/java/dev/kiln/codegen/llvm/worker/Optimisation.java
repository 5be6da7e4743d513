package dev.kiln.codegen.llvm.worker;

/**
 * The middle end's work on a module.
 *
 * @param passes a pipeline in LLVM's syntax, such as {@code default<O3>}; empty for none
 * @param vectorisation whether LLVM may vectorise loops and straight lines of scalar code
 * @param unrolling whether LLVM may unroll loops that carry no hint
 */
public record Optimisation(String passes, boolean vectorisation, boolean unrolling) {
  /** Nothing at all. */
  public static final Optimisation NONE = new Optimisation("", false, false);

  /**
   * Everything but what Kiln's own passes have done: vectorisation, and unrolling where it pays.
   * Level 3 gives the same code of loops without calls, and takes a quarter longer.
   */
  public static final Optimisation FULL = new Optimisation("default<O2>", false, false);

  /**
   * The same with less search. Of kernels for the CPU, most become the very same code, and in three
   * quarters of the time.
   */
  public static final Optimisation QUICK = new Optimisation("default<O1>", false, false);
}
