package dev.kiln.lower.canonical;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.Ops;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import java.util.Set;

/**
 * Shortens a kernel without changing what it does.
 *
 * <pre>
 * %2 = constant 4; %3 = mul %x, %2; %4 = constant 1        %9 = constant 8
 * for %i = 0 to 10 { %5 = mul %3, 2; use %5 }         =>   %5 = mul %x, %9; for %i = 0 to 10 { use %5 }
 * </pre>
 *
 * Folds constants, applies the equations of {@link IntegerRules}, {@link FloatRules} and {@link
 * LogicRules}, computes equal things once and in front of the loops that they do not depend on,
 * reads variables from what was last written, decides If and loops whose conditions are known, and
 * drops what nobody uses. Float arithmetic keeps its bits.
 */
public final class Simplify {
  public static final Pass PASS =
      Pass.of(
              Simplify.class,
              Stage.CANONICAL,
              "Folds, shares, hoists and drops code; leaves its meaning.",
              Simplify::run)
          .gives(Fact.CANONICAL);

  /** The same step once the tile operations are gone, for passes that look at what is left. */
  public static final Pass LOWERED =
      ofLowOps(
          "simplify-lowered", Stage.LOWERED, "Cleans up behind the lowering of tile operations.");

  /** The same step once maths is expanded. */
  public static final Pass LATE =
      ofLowOps("simplify-late", Stage.EMITTABLE, "Cleans up behind the lowering passes.");

  /** Rewriting may open up more of it; it is given up after so many rounds. */
  private static final int ROUNDS = 4;

  private Simplify() {}

  private static Pass ofLowOps(String name, Stage stage, String about) {
    return new Pass(
        name, stage, about, Set.of(Fact.LOW_OPS), Set.of(), Set.of(), (kernel, _) -> round(kernel));
  }

  private static Kernel run(Kernel kernel, Context context) {
    return run(kernel);
  }

  private static Kernel round(Kernel kernel) {
    return kernel.withBody(DeadCode.remove(Simplification.of(kernel)));
  }

  /** {@code kernel} in short; itself when nothing can be shortened. */
  public static Kernel run(Kernel kernel) {
    Kernel current = kernel;
    for (int round = 0; round < ROUNDS; round++) {
      Kernel next = round(current);
      if (Ops.same(next, current)) {
        return current;
      }
      current = next;
    }
    return current;
  }
}
