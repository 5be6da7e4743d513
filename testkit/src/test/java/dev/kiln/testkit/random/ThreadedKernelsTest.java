package dev.kiln.testkit.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Backends;
import dev.kiln.interp.Argument;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.Options;
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
import java.util.Map;
import java.util.stream.LongStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random kernels, by seed, whose blocks are run by many threads. What fails names its seed: {@code
 * KernelGenerator.of(seed)}.
 */
class ThreadedKernelsTest {
  private static final long LAST_SEED = 1L << 40;
  private static final int BATCH = 25;

  /** Orders of threads that a kernel is run in. */
  private static final int ORDERS = 4;

  private static final Backend CUDA = Backends.forName("cuda");

  @Property(tries = 4, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
  void everyPassKeepsResultsInEveryOrderOfThreads(@ForAll @LongRange(max = LAST_SEED) long seed) {
    var differential =
        new Differential(
            LongStream.range(seed, seed + BATCH).mapToObj(KernelGenerator::of).toList());
    differential.passes(CUDA);
    assertEquals("", String.join("\n", differential.findings()));
    assertEquals(Map.of(), differential.rejected());
  }

  /** Kernels that one pass or another has once got wrong, for the target that showed it. */
  @ParameterizedTest
  @CsvSource({
    "169, cuda:sm_86",
    "2022, cuda:sm_120",
    "2037, cuda:sm_80",
    "777041, cuda:sm_80",
    "43010, cpu:x86-64-v3",
  })
  void kernelsThatWereWrongStayRight(long seed, String target) {
    var differential = new Differential(List.of(KernelGenerator.of(seed)));
    differential.passes(Backends.select(List.of(target)).getFirst());
    assertEquals(List.of(), differential.findings());
  }

  /**
   * Without one of its barriers a kernel races, or is right in every order of threads: the barrier
   * is there for what the kernel might do and does not. What is written is then read by none but
   * the same thread, or by no iteration.
   */
  @Property(tries = 1)
  void removedBarriersAreFoundOrChangeNothing() {
    int planted = 0;
    int found = 0;
    for (long seed = 0; seed < 40; seed++) {
      RandomKernel random = KernelGenerator.of(seed);
      List<Argument> expected = random.copyOfArguments();
      Interpreter.run(random.kernel(), expected);
      for (Kernel wrong : withoutOneBarrier(lower(random.kernel()))) {
        planted++;
        found += races(random, wrong, expected) ? 1 : 0;
      }
    }
    assertTrue(planted > 100, "planted " + planted);
    assertTrue(found > planted / 2, "found " + found + " of " + planted);
  }

  private static boolean races(RandomKernel random, Kernel wrong, List<Argument> expected) {
    for (int order = 0; order < ORDERS; order++) {
      List<Argument> arguments = random.copyOfArguments();
      try {
        Interpreter.run(wrong, arguments, Options.DEFAULT.withSeed(order));
      } catch (RaceException found) {
        return true;
      }
      assertNull(random.difference(expected, arguments), "a race that is not found: " + random);
    }
    return false;
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
