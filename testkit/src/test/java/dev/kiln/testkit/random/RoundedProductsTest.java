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
import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.Op;
import dev.kiln.ir.text.Parser;
import dev.kiln.ir.text.Printer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Products of F32 in TF32: who rounds, and that it is done once, to nearest. */
class RoundedProductsTest {
  private static final String PRODUCT =
      """
      kernel "product" (%0.a: tensor<?x?xf32> (m, k), %1.b: tensor<?x?xf32> (n, k), %2.c: tensor<?x?xf32> (m, n)) {
        %3 = constant 1 : i32
        %4 = constant 0 : i32
        grid (%5.x: i32) in (%3) {
          %6.as = alloc-tile : shared<128xDEPTHxf32>
          %7.bs = alloc-tile : shared<64xDEPTHxf32>
          %8.acc = alloc-tile : fragment<128x64xf32>
          %9 = constant 0.0 : f32
          fill %8.acc with %9
          %10 = constant 3 : i32
          pipelined %11.ko: i32 in %10 stages 3 {
            %12 = constant DEPTH : i32
            %13 = mul %11.ko, %12 : i32
            %14 = anchor %0.a[%4, %13] : region<global, ?x?xf32>
            copy %14 to %6.as
            %15 = anchor %1.b[%4, %13] : region<global, ?x?xf32>
            copy %15 to %7.bs
            %16 = transpose %7.bs : shared<DEPTHx64xf32>
            gemm %6.as, %16 into %8.acc precision tf32
          }
          %17 = anchor %2.c[%4, %4] : region<global, ?x?xf32>
          copy %8.acc to %17
        }
      }
      """;

  private static Kernel product(int depth) {
    return parse(PRODUCT, depth);
  }

  private static Kernel parse(String text, int depth) {
    return Parser.parse("product.ir", text.replace("DEPTH", Integer.toString(depth)));
  }

  /** Lines of 128 bytes, two of them, and less. */
  @ParameterizedTest
  @CsvSource({
    "cuda:sm_90a, 32",
    "cuda:sm_90a, 64",
    "cuda:sm_90a, 16",
    "cuda:sm_89, 32",
    "cuda:sm_80, 32",
  })
  void theResultIsThatOfTheTiles(String target, int depth) {
    Kernel tiles = product(depth);
    Kernel low = LoweredKernel.of(tiles, target).low();
    List<TensorData> expected = tensors(depth);
    Interpreter.run(tiles, expected);
    for (int seed = 0; seed < 2; seed++) {
      List<TensorData> found = tensors(depth);
      Interpreter.run(low, found, Options.DEFAULT.withSeed(seed));
      assertTrue(areEqual(expected, found), "seed " + seed);
    }
  }

  @Test
  void warpgroupsTakeWhatCopiesHaveRounded() {
    Kernel tiles = product(32);
    Predicate<Op> isRounding = op -> op instanceof LowOp.CopyBox copy && copy.isRounded();
    Predicate<Op> isWarpgroups =
        op -> op instanceof LowOp.MultiplyWarpgroup multiply && multiply.operand() == DType.F32;
    Predicate<Op> isWarps =
        op ->
            op instanceof LowOp.MultiplyMatrices multiply
                && multiply.instruction() == MatrixInstruction.M16N8K8_TF32;
    LoweredKernel hopper = LoweredKernel.of(tiles, "cuda:sm_90a");
    assertTrue(hopper.count(isRounding) > 0);
    assertTrue(hopper.count(isWarpgroups) > 0);
    assertEquals(0, hopper.count(isWarps));
    for (String target : List.of("cuda:sm_89", "cuda:sm_80")) {
      LoweredKernel other = LoweredKernel.of(tiles, target);
      assertEquals(0, other.count(isRounding) + other.count(isWarpgroups), target);
      assertTrue(other.count(isWarps) > 0, target);
    }
  }

  /** What else a kernel reads of a tile, it reads as it was. */
  @Test
  void aTileThatIsReadOtherwiseArrivesAsItIs() {
    Kernel tiles =
        parse(
            PRODUCT.replace(
                "gemm %6.as, %16 into %8.acc precision tf32",
                "gemm %6.as, %16 into %8.acc precision tf32\n    gemm %6.as, %16 into %8.acc"),
            32);
    LoweredKernel low = LoweredKernel.of(tiles, "cuda:sm_90a");
    assertEquals(0, low.count(op -> op instanceof LowOp.CopyBox copy && copy.isRounded()));
    assertEquals(0, low.count(op -> op instanceof LowOp.MultiplyWarpgroup));
  }

  /** Warpgroups cut; a copy that does not round is found. */
  @Test
  void withoutRoundingItIsWrong() {
    Kernel low = LoweredKernel.of(product(32), "cuda:sm_90a").low();
    Kernel cut = Parser.parse("cut.ir", Printer.print(low).replace(" rounded true", ""));
    List<TensorData> expected = tensors(32);
    Interpreter.run(product(32), expected);
    assertTrue(isFound(cut, expected));
  }

  private static boolean isFound(Kernel wrong, List<TensorData> expected) {
    List<TensorData> found = tensors(32);
    try {
      Interpreter.run(wrong, found);
      return !areEqual(expected, found);
    } catch (InterpreterException stopped) {
      return true;
    }
  }

  private static boolean areEqual(List<TensorData> expected, List<TensorData> found) {
    TensorData want = expected.getLast();
    for (int at = 0; at < want.size(); at++) {
      if (want.get(at) != found.getLast().get(at)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Left factors that are no TF32, three quarters above one, and right ones of single rows: sums of
   * few terms, which are exact.
   */
  private static List<TensorData> tensors(int depth) {
    List<TensorData> tensors =
        List.of(
            TensorData.zeros(DType.F32, 120, 3 * depth),
            TensorData.zeros(DType.F32, 57, 3 * depth),
            TensorData.zeros(DType.F32, 120, 57));
    var random = new SplittableRandom(1);
    TensorData left = tensors.get(0);
    for (int at = 0; at < left.size(); at++) {
      left.set(at, 1 + random.nextInt(0, 1 << 13) * 0x1p-13);
    }
    TensorData right = tensors.get(1);
    for (int column = 0; column < 57; column++) {
      right.set(column * 3 * depth + random.nextInt(3 * depth), random.nextInt(-3, 4) / 8.0);
    }
    return tensors;
  }
}
