package dev.kiln.testkit.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.kiln.interp.Interpreter;
import dev.kiln.interp.InterpreterException;
import dev.kiln.interp.Options;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * A kernel with a pipelined loop that has everything in it: two products, of which the second takes
 * from registers what is computed from the first, and copies for both.
 */
final class PipelinedAttention {
  private static final int WIDTH = 64;

  /** Weights and results are rounded to halves, in blocks of keys of another size. */
  private static final double TOLERANCE = 2e-3;

  private final LoweredKernel kernel;

  private PipelinedAttention(LoweredKernel kernel) {
    this.kernel = kernel;
  }

  /** As the pipeline of a target of CUDA leaves it, e.g. {@code cuda:sm_80}. */
  static PipelinedAttention loweredFor(String target) {
    return new PipelinedAttention(LoweredKernel.of("attention.ir", target));
  }

  /** For so many queries and keys it gives what the tiles give, in two orders of threads. */
  void assertRight(int length) {
    List<TensorData> expected = tensors(length);
    Interpreter.run(kernel.tiles(), expected);
    for (int seed = 0; seed < 2; seed++) {
      List<TensorData> found = tensors(length);
      Interpreter.run(kernel.low(), found, Options.DEFAULT.withSeed(seed));
      for (int at = 0; at < found.getLast().size(); at++) {
        assertEquals(
            expected.getLast().get(at), found.getLast().get(at), TOLERANCE, "element " + at);
      }
    }
  }

  /** Without any one of the operations that are wanted, from one to before another, it fails. */
  void assertNeeded(Predicate<Op> wanted, int from, int to, int length) {
    for (int number = from; number < to; number++) {
      Kernel wrong = kernel.without(number, wanted);
      assertThrows(
          InterpreterException.class,
          () -> Interpreter.run(wrong, tensors(length)),
          "without number " + number);
    }
  }

  int count(Predicate<Op> wanted) {
    return kernel.count(wanted);
  }

  /** Queries, keys, values and what becomes of them, one head. */
  private static List<TensorData> tensors(int length) {
    var random = new SplittableRandom(length);
    var tensors = new ArrayList<TensorData>();
    for (int i = 0; i < 4; i++) {
      TensorData tensor = TensorData.zeros(DType.F16, 1, length, WIDTH);
      for (int at = 0; at < tensor.size(); at++) {
        tensor.set(at, random.nextGaussian());
      }
      tensors.add(tensor);
    }
    return tensors;
  }
}
