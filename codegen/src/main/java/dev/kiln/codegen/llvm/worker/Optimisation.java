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

  /** Unrolls the loops that carry the hint, in full, and no other. */
  private static final String HINTED =
      "loop-unroll<O1;full-unroll-max=0;no-partial;no-peeling;no-profile-peeling;no-runtime;"
          + "no-upperbound>";

  /**
   * What is left to do for code that Kiln's own passes have folded, shared and hoisted: registers
   * for variables, the shape of loops, unrolling where it is asked for, addresses. Kernels for the
   * CPU are as fast as with level 1, in a fifth of its time.
   */
  public static final Optimisation QUICK =
      new Optimisation(
          "function(sroa,early-cse<memssa>,simplifycfg,loop-mssa(loop-rotate,licm),"
              + HINTED
              + ",instcombine<no-verify-fixpoint>,early-cse<memssa>,simplifycfg,infer-alignment)",
          false,
          false);
}
