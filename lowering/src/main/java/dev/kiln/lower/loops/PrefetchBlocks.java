package dev.kiln.lower.loops;

import dev.kiln.analysis.Definitions;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Values;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import java.util.List;

/**
 * Asks the caches, in the loop that computes most, for what the next block will read and write, so
 * that memory works while the block computes.
 *
 * <pre>
 * grid (%block) in (%n) {                            grid (%block) in (%n) {
 *   for %j = 0 to 1024 step 8 {                        for %j = 0 to 1024 step 8 {
 *     %x = load %in[%block * 1024 + %j]                  %x = load %in[%block * 1024 + %j]
 *     store %tile[%j] = %x                               store %tile[%j] = %x
 *   }                                           =&gt;     }
 *   for %k = 0 to 1024 step 8 {                        for %k = 0 to 1024 step 8 {
 *                                                        prefetch %in[(%block + 1) * 1024 + %k]
 *     %y = load %tile[%k]                                %y = load %tile[%k]
 *     %z = math exp %y                                   %z = math exp %y
 *     store %tile[%k] = %z                               store %tile[%k] = %z
 * </pre>
 *
 * Only of tensors, only what lies side by side and each block touches once: what several blocks
 * read is in a cache already, and more than a cache holds would push out what is in use.
 */
public final class PrefetchBlocks {
  public static final Pass PASS =
      Pass.of(
              PrefetchBlocks.class,
              Stage.LOWERED,
              "Asks the caches for what the next block reads and writes.",
              PrefetchBlocks::prefetch)
          .needs(Fact.LOW_OPS);

  private PrefetchBlocks() {}

  private static Kernel prefetch(Kernel kernel, Context context) {
    var values = Values.after(kernel);
    Definitions definitions = Definitions.of(kernel);
    return kernel.withBody(
        Ops.flatMap(
            kernel.body(),
            op ->
                op instanceof LowOp.Grid grid
                    ? List.of(NextBlock.ask(grid, definitions, values))
                    : List.of(op)));
  }
}
