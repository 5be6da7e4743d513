package dev.kiln.testkit.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.interp.Interpreter;
import dev.kiln.interp.InterpreterException;
import dev.kiln.interp.Options;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A product whose blocks go on with further tiles, the places of its rings with further turns. */
class PersistentProductTest {
  private static final int M = 200;
  private static final int N = 120;
  private static final int DEPTH = 136;

  private static final LoweredKernel HOPPER = LoweredKernel.of("product.ir", "cuda:sm_90a");

  /** One block does all four tiles, two do two each, three share them unevenly, four one each. */
  @ParameterizedTest
  @CsvSource({
    "cuda:sm_80, 1",
    "cuda:sm_80, 3",
    "cuda:sm_90a, 1",
    "cuda:sm_90a, 2",
    "cuda:sm_90a, 3",
    "cuda:sm_90a, 4"
  })
  void theResultIsThatOfTheTiles(String target, int resident) {
    LoweredKernel kernel = LoweredKernel.of("product.ir", target);
    for (int seed = 0; seed < 2; seed++) {
      assertTrue(
          isRight(kernel.low(), Options.DEFAULT.withResidentBlocks(resident).withSeed(seed)));
    }
  }

  /** Those who copy go on while the others store: they meet at no barrier. */
  @Test
  void theBlockIsPartedAndCopiesNeverMeetTheOthers() {
    var rest = new ArrayList<Op>();
    Ops.walk(
        HOPPER.low().body(),
        op -> {
          if (op instanceof LowOp.Part part) {
            Ops.walk(part.rest(), rest::add);
          }
        });
    assertEquals(2, rest.stream().filter(LowOp.CopyBox.class::isInstance).count());
    assertEquals(2, rest.stream().filter(LowOp.For.class::isInstance).count());
    assertTrue(rest.stream().noneMatch(LowOp.Barrier.class::isInstance));
  }

  /** In an order of threads in which those who copy are as far ahead as they may be, or behind. */
  @Test
  void everyPhaseAndFenceIsNeeded() {
    Predicate<Op> isOrder =
        op ->
            op instanceof LowOp.AwaitPhase
                || op instanceof LowOp.ArriveAtPhase
                || op instanceof LowOp.ExpectBytes
                || op instanceof LowOp.InitPhase
                || op instanceof LowOp.PublishWrites
                || op instanceof LowOp.BeginProducts
                || op instanceof LowOp.AwaitProducts;
    int count = HOPPER.count(isOrder);
    assertTrue(count >= 9, "found " + count);
    for (int number = 0; number < count; number++) {
      assertTrue(isFound(HOPPER.without(number, isOrder)), "without number " + number);
    }
  }

  private static boolean isFound(Kernel wrong) {
    try {
      return !isRight(wrong, Options.DEFAULT.withResidentBlocks(1));
    } catch (InterpreterException found) {
      return true;
    }
  }

  /** On small multiples of 1/8, whose sums are exact. */
  private static boolean isRight(Kernel kernel, Options options) {
    List<TensorData> expected = tensors();
    Interpreter.run(HOPPER.tiles(), expected);
    List<TensorData> found = tensors();
    Interpreter.run(kernel, found, options);
    return IntStream.range(0, M * N)
        .allMatch(at -> expected.getLast().get(at) == found.getLast().get(at));
  }

  private static List<TensorData> tensors() {
    List<TensorData> tensors =
        List.of(
            TensorData.zeros(DType.F16, M, DEPTH),
            TensorData.zeros(DType.F16, DEPTH, N),
            TensorData.zeros(DType.F16, M, N));
    var random = new SplittableRandom(1);
    for (TensorData factor : tensors.subList(0, 2)) {
      for (int at = 0; at < factor.size(); at++) {
        factor.set(at, random.nextInt(-8, 9) / 8.0);
      }
    }
    return tensors;
  }
}
