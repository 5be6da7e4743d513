package dev.kiln.lower.tileop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.interp.Argument;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Param;
import dev.kiln.ir.Type;
import dev.kiln.ir.check.Verifier;
import dev.kiln.ir.text.Printer;
import dev.kiln.lower.canonical.Simplify;
import dev.kiln.lower.laidout.InferLayouts;
import dev.kiln.lower.laidout.VectorLayouts;
import dev.kiln.lower.scheduled.ResolvePipelines;
import dev.kiln.pass.Context;
import dev.kiln.pass.Machine;
import dev.kiln.pass.Pass;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Lowered parallel loops against the tile interpreter, bit by bit. */
class LowerParallelTest {
  private static final int KERNELS = Integer.getInteger("kiln.test.kernels", 120);

  @Test
  void random_parallel_loops_keep_their_meaning() {
    for (long seed = 0; seed < KERNELS; seed++) {
      Kernel kernel = RandomParallel.kernel(seed);
      check(kernel, seed);
    }
  }

  private static void check(Kernel kernel, long seed) {
    assertTrue(Verifier.verify(kernel).isEmpty(), () -> Verifier.verify(kernel).toString());
    List<Argument> expected = arguments(kernel, seed);
    Interpreter.run(kernel, expected);
    Kernel simple = Simplify.run(kernel);
    compare(kernel, simple, expected, seed, "simplified");
    for (int vectorBytes : new int[] {8, 16, 32, 64}) {
      Kernel lowered = lower(kernel, vectorBytes);
      compare(kernel, lowered, expected, seed, vectorBytes + " bytes");
    }
  }

  private static void compare(
      Kernel kernel, Kernel changed, List<Argument> expected, long seed, String how) {
    assertEquals(List.of(), Verifier.verify(changed), () -> Printer.print(changed));
    List<Argument> actual = arguments(kernel, seed);
    try {
      Interpreter.run(changed, actual);
    } catch (RuntimeException e) {
      throw new AssertionError(describe(kernel, changed, seed, how), e);
    }
    for (int i = 0; i < expected.size(); i++) {
      if (expected.get(i) instanceof TensorData tensor) {
        int parameter = i;
        assertTrue(
            same(tensor, (TensorData) actual.get(i)),
            () -> "parameter " + parameter + describe(kernel, changed, seed, how));
      }
    }
  }

  private static String describe(Kernel kernel, Kernel changed, long seed, String how) {
    return " of seed %d, %s:%n%s%n%s"
        .formatted(seed, how, Printer.print(kernel), Printer.print(changed));
  }

  /** Bit for bit, but one NaN is as good as another. */
  private static boolean same(TensorData left, TensorData right) {
    for (int i = 0; i < left.size(); i++) {
      boolean areNaN = Double.isNaN(left.get(i)) && Double.isNaN(right.get(i));
      if (left.bits(i) != right.bits(i) && !areNaN) {
        return false;
      }
    }
    return true;
  }

  private static List<Argument> arguments(Kernel kernel, long seed) {
    var random = new Random(seed);
    var arguments = new ArrayList<Argument>();
    int rows = 1 + random.nextInt(30);
    int columns = 1 + random.nextInt(40);
    for (Param param : kernel.params()) {
      arguments.add(
          switch (param.value().type()) {
            case Type.TensorType tensor when tensor.rank() == 2 ->
                fill(TensorData.zeros(tensor.element(), rows, columns), random);
            case Type.TensorType tensor ->
                fill(TensorData.zeros(tensor.element(), 1 + random.nextInt(60)), random);
            default -> Argument.Scalar.of(random.nextInt(9) - 3);
          });
    }
    return arguments;
  }

  private static TensorData fill(TensorData tensor, Random random) {
    for (int i = 0; i < tensor.size(); i++) {
      tensor.set(i, tensor.dtype().isFloat() ? random.nextGaussian() : random.nextInt(20) - 4);
    }
    return tensor;
  }

  static Kernel lower(Kernel kernel, int vectorBytes) {
    var machine = new Machine("test", vectorBytes, 16, 1 << 20, Set.of());
    var context =
        new Context(
            machine,
            problem -> {
              throw new AssertionError(problem);
            });
    Kernel current = kernel;
    for (Pass pass :
        List.of(
            Simplify.PASS,
            ResolvePipelines.PASS,
            InferLayouts.with(VectorLayouts.RULES),
            LowerTileOps.PASS,
            Simplify.LATE)) {
      current = pass.run().apply(current, context);
    }
    return current;
  }
}
