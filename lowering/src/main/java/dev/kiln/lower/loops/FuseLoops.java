package dev.kiln.lower.loops;

import dev.kiln.ir.Kernel;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;

/**
 * Makes one loop of two that follow each other and walk over the same memory, so that what the
 * first computes is used while it is in a register.
 *
 * <pre>
 * for %i = 0 to 64 step 8 {                    for %i = 0 to 64 step 16 {
 *   store %x[%i] = (a)                           store %x[%i] = (a)
 * }                                              store %x[%i + 8] = (a)
 * for %j = 0 to 64 step 16 {            =&gt;       load %x[%i]
 *   load %x[%j]                                  load %x[%i + 8]
 *   load %x[%j + 8]                            }
 * }
 * </pre>
 *
 * Where one of the two stands in a branch, the other is taken into both branches.
 */
public final class FuseLoops {
  public static final Pass PASS =
      Pass.of(
              FuseLoops.class,
              Stage.LOWERED,
              "Makes one loop of two that follow each other over the same memory.",
              FuseLoops::fuse)
          .needs(Fact.LOW_OPS);

  private FuseLoops() {}

  private static Kernel fuse(Kernel kernel, Context context) {
    return kernel.withBody(new AdjacentLoops(kernel).fuse(kernel.body()));
  }
}
