package dev.kiln.testkit.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.OpShape;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.check.Verifier;
import dev.kiln.ir.text.Parser;
import dev.kiln.ir.text.Printer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;

/** Random kernels, by seed. What fails names its seed: {@code KernelGenerator.of(seed)}. */
class RandomKernelsTest {
  private static final long LAST_SEED = 1L << 40;
  private static final int BATCH = 50;

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void kernelsAreValidAndRoundTrip(@ForAll @LongRange(max = LAST_SEED) long seed) {
    Kernel kernel = KernelGenerator.of(seed).kernel();
    assertEquals(List.of(), Verifier.verify(kernel));
    assertEquals(kernel, Parser.parse("again", Printer.print(kernel)));
    assertEquals(kernel, KernelGenerator.of(seed).kernel());
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void everyPassKeepsResults(@ForAll @LongRange(max = LAST_SEED) long seed) throws Exception {
    Differential differential = batch(seed);
    differential.shuffled();
    differential.passes();
    assertNothingFound(differential);
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void binariesAgreeWithTheInterpreter(@ForAll @LongRange(max = LAST_SEED) long seed)
      throws Exception {
    Differential differential = batch(seed);
    differential.binaries();
    assertNothingFound(differential);
  }

  @Property(tries = 1)
  void everyTileOperationComesUp() {
    Set<Class<?>> seen = new HashSet<>();
    LongStream.range(0, 300)
        .forEach(
            seed ->
                Ops.walk(KernelGenerator.of(seed).kernel().body(), op -> seen.add(op.getClass())));
    List<String> missing =
        OpShape.all().stream()
            .filter(TileOp.class::isAssignableFrom)
            .filter(type -> !seen.contains(type))
            .map(Class::getSimpleName)
            .toList();
    assertEquals(List.of(), missing);
  }

  private static Differential batch(long seed) {
    return new Differential(
        LongStream.range(seed, seed + BATCH).mapToObj(KernelGenerator::of).toList());
  }

  private static void assertNothingFound(Differential differential) {
    assertEquals("", String.join("\n", differential.findings()));
    int rejected = differential.rejected().size();
    assertTrue(rejected <= BATCH / 20, () -> "too many are rejected: " + differential.rejected());
  }
}
