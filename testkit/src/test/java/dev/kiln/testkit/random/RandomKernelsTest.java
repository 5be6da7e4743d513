package dev.kiln.testkit.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.codegen.llvm.worker.WorkerException;
import dev.kiln.interp.Argument;
import dev.kiln.interp.Interpreter;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpShape;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.check.Verifier;
import dev.kiln.ir.text.Parser;
import dev.kiln.ir.text.Printer;
import dev.kiln.testkit.CpuLibrary;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Reporter;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;

/** Random kernels, by seed. What fails names its seed: {@code KernelGenerator.of(seed)}. */
class RandomKernelsTest {
  private static final long LAST_SEED = 1L << 40;
  private static final int BATCH = 25;

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void kernelsAreValidAndRoundTrip(@ForAll @LongRange(max = LAST_SEED) long seed) {
    Kernel kernel = KernelGenerator.of(seed).kernel();
    assertEquals(List.of(), Verifier.verify(kernel));
    assertEquals(kernel, Parser.parse("again", Printer.print(kernel)));
    assertEquals(kernel, KernelGenerator.of(seed).kernel());
  }

  @Property(shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
  void everyPassKeepsResults(@ForAll @LongRange(max = LAST_SEED) long seed, Reporter reporter) {
    Differential differential = batch(seed);
    differential.shuffled();
    differential.passes(CpuLibrary.backend());
    assertNothingFound(seed, differential, reporter);
  }

  /** A loop over i64 in the place of the busiest one, over i32: what asks for lines converts. */
  @Example
  void theNextBlockIsAskedForByLoopsOfAnyIndex() throws WorkerException {
    var differential = new Differential(List.of(KernelGenerator.of(65163)));
    differential.binaries();
    assertEquals("", String.join("\n", differential.findings()));
  }

  @Property(shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
  void binariesAgreeWithTheInterpreter(
      @ForAll @LongRange(max = LAST_SEED) long seed, Reporter reporter) throws WorkerException {
    Differential differential = batch(seed);
    differential.binaries();
    assertNothingFound(seed, differential, reporter);
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

  /** A differential test that finds nothing must be able to. */
  @Property(tries = 1)
  void wrongOperatorsAreFound() {
    int planted = 0;
    int found = 0;
    for (long seed = 0; seed < 60; seed++) {
      RandomKernel right = KernelGenerator.of(seed);
      Kernel wrong = right.kernel().withBody(mistaken(right.kernel().body(), false));
      if (!wrong.equals(right.kernel())) {
        planted++;
        found += isFound(right, wrong) ? 1 : 0;
      }
    }
    assertTrue(planted > 30, "planted in " + planted);
    assertTrue(found > planted / 2, "found " + found + " of " + planted);
  }

  private static boolean isFound(RandomKernel right, Kernel wrong) {
    List<Argument> expected = right.copyOfArguments();
    Interpreter.run(right.kernel(), expected);
    List<Argument> broken = right.copyOfArguments();
    Interpreter.run(wrong, broken);
    return right.difference(expected, broken) != null;
  }

  /** {@code body} with other operators inside of its parallel loops. */
  private static Body mistaken(Body body, boolean isParallel) {
    return Ops.flatMap(
        body,
        op -> {
          boolean isInside = isParallel || op instanceof TileOp.Parallel;
          Op inner = Ops.mapBodies(op, nested -> mistaken(nested, isInside));
          return List.of(
              isParallel && inner instanceof LowOp.Binary binary
                  ? new LowOp.Binary(
                      binary.result(),
                      mistaken(binary.operator()),
                      binary.left(),
                      binary.right(),
                      binary.loc())
                  : inner);
        });
  }

  private static BinaryOperator mistaken(BinaryOperator operator) {
    return switch (operator) {
      case ADD -> BinaryOperator.SUB;
      case SUB -> BinaryOperator.ADD;
      case MIN -> BinaryOperator.MAX;
      case MAX -> BinaryOperator.MIN;
      case AND -> BinaryOperator.OR;
      case XOR -> BinaryOperator.AND;
      case SHR -> BinaryOperator.USHR;
      case REM -> BinaryOperator.DIV;
      case MUL, DIV, OR, SHL, USHR -> operator;
    };
  }

  private static Differential batch(long seed) {
    return new Differential(
        LongStream.range(seed, seed + BATCH).mapToObj(KernelGenerator::of).toList());
  }

  private static void assertNothingFound(long seed, Differential differential, Reporter reporter) {
    int count = differential.rejected().size();
    reporter.publishValue(
        "random kernels",
        "seeds %d to %d: %d valid, %d rejected"
            .formatted(seed, seed + BATCH - 1, BATCH - count, count));
    assertEquals("", String.join("\n", differential.findings()));
    assertTrue(count <= BATCH / 20, () -> "too many are rejected: " + differential.rejected());
  }
}
