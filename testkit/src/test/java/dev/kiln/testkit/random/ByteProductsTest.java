package dev.kiln.testkit.random;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.interp.Interpreter;
import dev.kiln.interp.InterpreterException;
import dev.kiln.interp.Options;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.Op;
import dev.kiln.ir.text.Parser;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Products of 8-bit floats, by what each chip has for them. */
class ByteProductsTest {
  private static final String PRODUCT =
      """
      kernel "product" (%0.a: tensor<?x?xELEMENT> (m, k), %1.b: tensor<?x?xRIGHT> (n, k), %2.c: tensor<?x?xf32> (m, n)) {
        %3 = constant 1 : i32
        %4 = constant 0 : i32
        grid (%5.x: i32) in (%3) {
          %6.as = alloc-tile : shared<128xDEPTHxELEMENT>
          %7.bs = alloc-tile : shared<COLUMNSxDEPTHxRIGHT>
          %8.acc = alloc-tile : fragment<128xCOLUMNSxf32>
          %9 = constant 0.0 : f32
          fill %8.acc with %9
          %10 = constant 3 : i32
          pipelined %11.ko: i32 in %10 stages 2 {
            %12 = constant DEPTH : i32
            %13 = mul %11.ko, %12 : i32
            %14 = anchor %0.a[%4, %13] : region<global, ?x?xELEMENT>
            copy %14 to %6.as
            %15 = anchor %1.b[%4, %13] : region<global, ?x?xRIGHT>
            copy %15 to %7.bs
            %16 = transpose %7.bs : shared<DEPTHxCOLUMNSxRIGHT>
            gemm %6.as, %16 into %8.acc
          }
          %17 = anchor %2.c[%4, %4] : region<global, ?x?xf32>
          copy %8.acc to %17
        }
      }
      """;

  private static Kernel product(DType element, int columns, int depth) {
    return product(element, element, columns, depth);
  }

  private static Kernel product(DType left, DType right, int columns, int depth) {
    return Parser.parse(
        "product.ir",
        PRODUCT
            .replace("ELEMENT", left.text())
            .replace("RIGHT", right.text())
            .replace("COLUMNS", Integer.toString(columns))
            .replace("DEPTH", Integer.toString(depth)));
  }

  /**
   * Depths of one line of 128 bytes, of two, and of less; more columns than there are registers for
   * all sums twice.
   */
  @ParameterizedTest
  @CsvSource({
    "cuda:sm_80, E4M3, E4M3, 64, 128",
    "cuda:sm_80, E5M2, E4M3, 64, 128",
    "cuda:sm_89, E4M3, E4M3, 64, 128",
    "cuda:sm_89, E4M3, E5M2, 64, 128",
    "cuda:sm_89, E5M2, E5M2, 40, 160",
    "cuda:sm_89, E4M3, E4M3, 64, 64",
    "cuda:sm_89, E4M3, E4M3, 64, 16",
    "cuda:sm_90a, E4M3, E4M3, 64, 128",
    "cuda:sm_90a, E4M3, E5M2, 64, 128",
    "cuda:sm_90a, E5M2, E4M3, 72, 128",
    "cuda:sm_90a, E5M2, E5M2, 72, 128",
    "cuda:sm_90a, E5M2, E5M2, 64, 256",
    "cuda:sm_90a, E4M3, E4M3, 256, 128",
    "cuda:sm_90a, E4M3, E4M3, 64, 64",
    "cuda:sm_120, E5M2, E5M2, 64, 128",
  })
  void theResultIsThatOfTheTiles(String target, DType left, DType right, int columns, int depth) {
    Kernel tiles = product(left, right, columns, depth);
    Kernel low = LoweredKernel.of(tiles, target).low();
    List<TensorData> expected = tensors(left, right, columns, depth);
    Interpreter.run(tiles, expected);
    for (int seed = 0; seed < 2; seed++) {
      List<TensorData> found = tensors(left, right, columns, depth);
      Interpreter.run(low, found, Options.DEFAULT.withSeed(seed));
      assertTrue(areEqual(expected, found), "seed " + seed);
    }
  }

  @Test
  void eachChipsOwnInstructionsAreTaken() {
    Kernel tiles = product(DType.E4M3, 64, 128);
    Predicate<Op> isOfWarpgroup =
        op -> op instanceof LowOp.MultiplyWarpgroup multiply && multiply.operand() == DType.E4M3;
    assertTrue(areAll(tiles, "cuda:sm_90a", isOfWarpgroup));
    assertTrue(areAll(tiles, "cuda:sm_89", is(MatrixInstruction.M16N8K32_E4M3)));
    assertTrue(areAll(tiles, "cuda:sm_80", is(MatrixInstruction.M16N8K16_F16)));
  }

  @Test
  void factorsOfTwoKindsHaveInstructionsOfTheirOwn() {
    Kernel tiles = product(DType.E4M3, DType.E5M2, 64, 128);
    assertTrue(areAll(tiles, "cuda:sm_90a", op -> op instanceof LowOp.MultiplyWarpgroup));
    assertTrue(areAll(tiles, "cuda:sm_89", is(MatrixInstruction.M16N8K32_E4M3_E5M2)));
    assertTrue(areAll(tiles, "cuda:sm_80", is(MatrixInstruction.M16N8K16_F16)));
  }

  /** Nothing reads elements of 8 bits across. */
  @Test
  void aFactorThatLiesAcrossIsConverted() {
    Kernel across =
        Parser.parse(
            "product.ir",
            PRODUCT
                .replace("shared<COLUMNSxDEPTHxRIGHT>", "shared<DEPTHxCOLUMNSxRIGHT>")
                .replace("anchor %1.b[%4, %13]", "anchor %1.b[%13, %4]")
                .replace("%16 = transpose %7.bs : shared<DEPTHxCOLUMNSxRIGHT>", "")
                .replace("gemm %6.as, %16", "gemm %6.as, %7.bs")
                .replace("ELEMENT", "e4m3")
                .replace("RIGHT", "e4m3")
                .replace("COLUMNS", "64")
                .replace("DEPTH", "128"));
    assertTrue(areAll(across, "cuda:sm_90a", is(MatrixInstruction.M16N8K16_F16)));
  }

  /** Sums of products that lose bits are waited for, and begun anew, each time. */
  @Test
  void withoutAWaitForProductsItIsWrong() {
    Kernel tiles = product(DType.E4M3, 64, 128);
    LoweredKernel kernel = LoweredKernel.of(tiles, "cuda:sm_90a");
    Predicate<Op> isOrder =
        op ->
            op instanceof LowOp.AwaitProducts
                || op instanceof LowOp.BeginProducts
                || op instanceof LowOp.CommitProducts
                || op instanceof LowOp.AwaitPhase
                || op instanceof LowOp.ArriveAtPhase;
    List<TensorData> expected = tensors(DType.E4M3, DType.E4M3, 64, 128);
    Interpreter.run(tiles, expected);
    int count = kernel.count(isOrder);
    assertTrue(count >= 5, "found " + count);
    for (int number = 0; number < count; number++) {
      assertTrue(isFound(kernel.without(number, isOrder), expected), "without number " + number);
    }
  }

  private static boolean isFound(Kernel wrong, List<TensorData> expected) {
    List<TensorData> found = tensors(DType.E4M3, DType.E4M3, 64, 128);
    try {
      Interpreter.run(wrong, found);
      return !areEqual(expected, found);
    } catch (InterpreterException stopped) {
      return true;
    }
  }

  private static Predicate<Op> is(MatrixInstruction row) {
    return op -> op instanceof LowOp.MultiplyMatrices multiply && multiply.instruction() == row;
  }

  /** Whether all products of a kernel for a target are {@code wanted}. */
  private static boolean areAll(Kernel tiles, String target, Predicate<Op> wanted) {
    LoweredKernel kernel = LoweredKernel.of(tiles, target);
    int products =
        kernel.count(
            op -> op instanceof LowOp.MultiplyMatrices || op instanceof LowOp.MultiplyWarpgroup);
    assertTrue(products > 0, target);
    return products == kernel.count(wanted);
  }

  private static boolean areEqual(List<TensorData> expected, List<TensorData> found) {
    TensorData want = expected.getLast();
    return IntStream.range(0, want.size()).allMatch(at -> want.get(at) == found.getLast().get(at));
  }

  /**
   * Small multiples of 1/8, whose sums are exact, of fewer rows and columns than the tiles have.
   */
  private static List<TensorData> tensors(DType left, DType right, int columns, int depth) {
    List<TensorData> tensors =
        List.of(
            TensorData.zeros(left, 120, 3 * depth),
            TensorData.zeros(right, columns - 7, 3 * depth),
            TensorData.zeros(DType.F32, 120, columns - 7));
    var random = new SplittableRandom(1);
    for (TensorData factor : tensors.subList(0, 2)) {
      for (int at = 0; at < factor.size(); at++) {
        factor.set(at, random.nextInt(-3, 4) / 8.0);
      }
    }
    return tensors;
  }
}
