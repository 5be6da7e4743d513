package dev.kiln.testkit.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Backends;
import dev.kiln.interp.Argument;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.RaceException;
import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.pass.Context;
import dev.kiln.pass.Runner;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random kernels, by seed, whose blocks are run by many threads. */
class ThreadedKernelsTest {
  private static final int BATCH = 25;
  private static final Backend CUDA = Backends.forName("cuda");

  @ParameterizedTest
  @ValueSource(longs = {0, 25, 50, 75})
  void everyPassKeepsResultsInEveryOrderOfThreads(long seed) {
    var differential =
        new Differential(
            LongStream.range(seed, seed + BATCH).mapToObj(KernelGenerator::of).toList());
    differential.passes(CUDA);
    assertEquals("", String.join("\n", differential.findings()));
    assertEquals(0, differential.rejected().size());
  }

  /**
   * Without one of its barriers a kernel races. Some barriers are there for what the kernel might
   * do and does not: what is written is read by none but the same thread, or by no iteration.
   */
  @Test
  void removedBarriersAreFound() {
    int planted = 0;
    int found = 0;
    for (long seed = 0; seed < 40; seed++) {
      RandomKernel random = KernelGenerator.of(seed);
      Kernel low = lower(random.kernel());
      for (Kernel wrong : withoutOneBarrier(low)) {
        planted++;
        found += races(random, wrong) ? 1 : 0;
      }
    }
    assertTrue(planted > 100, "planted " + planted);
    assertTrue(found > planted / 2, "found " + found + " of " + planted);
  }

  private static boolean races(RandomKernel random, Kernel wrong) {
    List<Argument> arguments = random.copyOfArguments();
    try {
      Interpreter.run(wrong, arguments);
      return false;
    } catch (RaceException found) {
      return true;
    }
  }

  private static Kernel lower(Kernel kernel) {
    var context =
        new Context(
            CUDA.targets().getFirst().machine(),
            problem -> {
              throw new AssertionError(problem);
            });
    return Runner.run(CUDA.pipeline(), kernel, context, Runner.Observer.NONE);
  }

  /** {@code kernel} without its first barrier, without its second, and so on. */
  private static List<Kernel> withoutOneBarrier(Kernel kernel) {
    int[] count = {0};
    Ops.walk(kernel.body(), op -> count[0] += op instanceof LowOp.Barrier ? 1 : 0);
    var kernels = new ArrayList<Kernel>();
    for (int number = 0; number < count[0]; number++) {
      kernels.add(kernel.withBody(without(kernel.body(), new int[] {number})));
    }
    return kernels;
  }

  /**
   * @param left how many barriers are left where they are
   */
  private static Body without(Body body, int[] left) {
    return Ops.flatMap(
        body,
        op -> {
          if (op instanceof LowOp.Barrier && left[0]-- == 0) {
            return List.of();
          }
          Op inner = Ops.mapBodies(op, nested -> without(nested, left));
          return List.of(inner);
        });
  }
}
