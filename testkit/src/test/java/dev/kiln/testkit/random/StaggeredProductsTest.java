package dev.kiln.testkit.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Backends;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.InterpreterException;
import dev.kiln.interp.Options;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.text.Parser;
import dev.kiln.pass.Context;
import dev.kiln.pass.Runner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attention, whose last product runs beside the first one of the next iteration. */
class StaggeredProductsTest {
  private static final int WIDTH = 64;

  /** Weights and results are rounded to halves, in blocks of keys of another size. */
  private static final double TOLERANCE = 2e-3;

  /** One iteration and less, two, three, and more than there are places. */
  @ParameterizedTest
  @ValueSource(ints = {40, 64, 130, 200})
  void theResultIsThatOfTheTiles(int length) {
    Kernel kernel = kernel();
    List<TensorData> expected = tensors(length);
    Interpreter.run(kernel, expected);
    for (int seed = 0; seed < 2; seed++) {
      List<TensorData> found = tensors(length);
      Interpreter.run(lower(kernel), found, Options.DEFAULT.withSeed(seed));
      assertNear(expected.getLast(), found.getLast());
    }
  }

  @Test
  void productsAreUnderWayTogether() {
    assertEquals(
        1,
        count(
            lower(kernel()), op -> op instanceof LowOp.AwaitProducts await && await.pending() > 0));
  }

  @Test
  void withoutAWaitForProductsItIsWrong() {
    assertAllNeeded(op -> op instanceof LowOp.AwaitProducts, 130);
  }

  @Test
  void withoutSayingThatAPlaceIsLeftItStops() {
    assertAllNeeded(op -> op instanceof LowOp.If branch && isLeaving(branch.then()), 260);
  }

  private static boolean isLeaving(Body body) {
    return body.ops().stream().anyMatch(op -> op instanceof LowOp.ArriveAtPhase);
  }

  /** Without any one of the operations the kernel fails. */
  private static void assertAllNeeded(Predicate<Op> wanted, int length) {
    Kernel low = lower(kernel());
    int count = count(low, wanted);
    assertTrue(count > 0);
    for (int number = 0; number < count; number++) {
      Kernel wrong = low.withBody(without(low.body(), wanted, new int[] {number}));
      assertThrows(
          InterpreterException.class,
          () -> Interpreter.run(wrong, tensors(length)),
          "without number " + number);
    }
  }

  private static int count(Kernel kernel, Predicate<Op> wanted) {
    int[] count = {0};
    Ops.walk(kernel.body(), op -> count[0] += wanted.test(op) ? 1 : 0);
    return count[0];
  }

  /**
   * @param left how many of them are left where they are
   */
  private static Body without(Body body, Predicate<Op> wanted, int[] left) {
    return Ops.flatMap(
        body,
        op -> {
          if (wanted.test(op) && left[0]-- == 0) {
            return List.of();
          }
          return List.of(Ops.mapBodies(op, nested -> without(nested, wanted, left)));
        });
  }

  private static Kernel lower(Kernel kernel) {
    Backend cuda = Backends.forName("cuda");
    var machine =
        cuda.targets().stream()
            .filter(target -> target.toString().equals("cuda:sm_90a"))
            .findFirst()
            .orElseThrow()
            .machine();
    var context =
        new Context(
            machine,
            problem -> {
              throw new AssertionError(problem);
            });
    return Runner.run(cuda.pipeline(), kernel, context, Runner.Observer.NONE);
  }

  private static Kernel kernel() {
    try (InputStream in =
        StaggeredProductsTest.class.getResourceAsStream("/threads/attention.ir")) {
      assertNotNull(in);
      return Parser.parse("attention.ir", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
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

  private static void assertNear(TensorData expected, TensorData found) {
    for (int at = 0; at < expected.size(); at++) {
      assertEquals(expected.get(at), found.get(at), TOLERANCE, "element " + at);
    }
  }
}
