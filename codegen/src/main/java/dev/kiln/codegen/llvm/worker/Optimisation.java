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
   * What is left to do for code that Kiln's own passes have folded, shared and hoisted: registers
   * for variables, addresses, the shape of loops. Kernels for the CPU are as fast as with level 1,
   * in a fifth of its time.
   */
  public static final Optimisation QUICK =
      new Optimisation(
          "function(sroa,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,"
              + "loop-mssa(loop-rotate,licm),simplifycfg,infer-alignment)",
          false,
          false);
}
