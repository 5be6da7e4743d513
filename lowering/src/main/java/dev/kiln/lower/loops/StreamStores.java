package dev.kiln.lower.loops;

import dev.kiln.ir.Kernel;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;

/**
 * Writes large tensors past the caches: a cache would read each line before it is written, and lose
 * others to it.
 *
 * <pre>
 *                                               %large = is-large %out bytes 33554432 alignment 64
 * grid (%b) in (%n) {                           grid (%b) in (%n) {
 *   for %i = 0 to 1024 step 16 {                  if %large { for %i = 0 to 1024 step 16 {
 *     store %out[%b * 1024 + %i] = (x)     =&gt;      store %out[%b * 1024 + %i] = (x) streamed
 *   }                                             } else { as before }
 * </pre>
 *
 * Only tensors that the kernel does not read, and loops that write whole vectors side by side.
 */
public final class StreamStores {
  public static final Pass PASS =
      Pass.of(
              StreamStores.class,
              Stage.LOWERED,
              "Writes large tensors past the caches.",
              StreamStores::stream)
          .needs(Fact.LOW_OPS);

  private StreamStores() {}

  private static Kernel stream(Kernel kernel, Context context) {
    return new StreamingLoops(kernel, context.machine()).stream();
  }
}
