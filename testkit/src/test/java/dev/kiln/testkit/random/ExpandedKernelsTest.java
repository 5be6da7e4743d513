package dev.kiln.testkit.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.codegen.Backends;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;
import dev.kiln.ir.Instruction;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Param;
import dev.kiln.ir.check.Verifier;
import dev.kiln.ir.text.Parser;
import dev.kiln.lower.instruction.ExpandInstructions;
import dev.kiln.lower.instruction.Needs;
import dev.kiln.pass.Context;
import dev.kiln.pass.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Kernels that are lowered for GPUs give the same bits when each matrix and copy instruction is
 * replaced by what the table says that it does.
 */
class ExpandedKernelsTest {
  /** One more than there are places, so that one is filled again. */
  private static final int STEPS = 3;

  private static final String PRODUCT =
      """
      kernel "product" (%0.a: tensor<?x?xLEFT> (m, k), %1.b: tensor<?x?xRIGHT> (B_DIMS), %2.c: tensor<?x?xf32> (m, n)) {
        %3 = constant 1 : i32
        %4 = constant 0 : i32
        grid (%5.x: i32) in (%3) {
          %6.as = alloc-tile : shared<ROWSxDEPTHxLEFT>
          %7.bs = alloc-tile : shared<B_TILExRIGHT>
          %8.acc = alloc-tile : fragment<ROWSxCOLUMNSxf32>
          %9 = constant 0.0 : f32
          fill %8.acc with %9
          %10 = constant STEPS : i32
          pipelined %11.ko: i32 in %10 stages 2 {
            %12 = constant DEPTH : i32
            %13 = mul %11.ko, %12 : i32
            %14 = anchor %0.a[%4, %13] : region<global, ?x?xLEFT>
            copy %14 to %6.as
            %15 = anchor %1.b[B_PLACE] : region<global, ?x?xRIGHT>
            copy %15 to %7.bs
            PRODUCT
          }
          %17 = anchor %2.c[%4, %4] : region<global, ?x?xf32>
          copy %8.acc to %17
        }
      }
      """;

  /** A product of tiles; the right factor is stored as its columns or, if across, as its rows. */
  private record Product(
      DType left, DType right, int rows, int columns, int depth, boolean isAcross) {
    Kernel kernel() {
      String text =
          PRODUCT
              .replace("PRODUCT", isAcross ? "gemm %6.as, %7.bs into %8.acc" : TRANSPOSED)
              .replace("B_DIMS", isAcross ? "k, n" : "n, k")
              .replace("B_TILE", isAcross ? "DEPTHxCOLUMNS" : "COLUMNSxDEPTH")
              .replace("B_PLACE", isAcross ? "%13, %4" : "%4, %13")
              .replace("PRECISION", left == DType.F32 ? "precision tf32" : "")
              .replace("LEFT", left.text())
              .replace("RIGHT", right.text())
              .replace("STEPS", Integer.toString(STEPS))
              .replace("ROWS", Integer.toString(rows))
              .replace("COLUMNS", Integer.toString(columns))
              .replace("DEPTH", Integer.toString(depth));
      return Parser.parse("product.ir", text);
    }

    private static final String TRANSPOSED =
        """
        %16 = transpose %7.bs : shared<DEPTHxCOLUMNSxRIGHT>
            gemm %6.as, %16 into %8.acc PRECISION
        """
            .strip();

    /** Sizes that end in the last tiles. */
    List<TensorData> tensors() {
      int m = rows - 3;
      int k = STEPS * depth - 16 / left.bytes();
      int n = isAcross ? columns - 8 : columns - 3;
      List<TensorData> tensors =
          List.of(
              TensorData.zeros(left, m, k),
              isAcross ? TensorData.zeros(right, k, n) : TensorData.zeros(right, n, k),
              TensorData.zeros(DType.F32, m, n));
      fill(tensors.subList(0, 2));
      return tensors;
    }
  }

  private static void fill(List<TensorData> tensors) {
    var random = new SplittableRandom(1);
    for (TensorData tensor : tensors) {
      for (int at = 0; at < tensor.size(); at++) {
        tensor.set(at, random.nextGaussian());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cuda:sm_80, F16, F16, 32, 32, 32, true, M16N8K16_F16 X4 X2_TRANSPOSED BYTES_16 ELEMENT",
    "cuda:sm_80, BF16, BF16, 32, 32, 32, false, M16N8K16_BF16 X2 X4 BYTES_16 ELEMENT",
    "cuda:sm_80, F32, F32, 32, 32, 16, false, M16N8K8_TF32 BYTES_4 BYTES_16",
    "cuda:sm_89, E5M2, E4M3, 32, 32, 64, false, M16N8K32_E5M2_E4M3 X2 X4 BYTES_16 ELEMENT",
    "cuda:sm_90a, F16, F16, 128, 8, 64, false, M64K16_F16 RANK_2",
    "cuda:sm_90a, BF16, BF16, 64, 64, 64, true, M64K16_BF16 RANK_2",
    "cuda:sm_90a, F32, F32, 64, 16, 32, false, M64K8_TF32 RANK_2",
    "cuda:sm_90a, E4M3, E4M3, 64, 8, 128, false, M64K32_E4M3 RANK_2",
  })
  void productsGiveTheSameBits(
      String target,
      DType left,
      DType right,
      int rows,
      int columns,
      int depth,
      boolean isAcross,
      String instructions) {
    var product = new Product(left, right, rows, columns, depth, isAcross);
    LoweredKernel lowered = LoweredKernel.of(product.kernel(), target);
    assertEquals(new TreeSet<>(Set.of(instructions.split(" "))), rows(lowered.low(), target));
    assertSame(lowered.low(), product.tensors(), target);
  }

  /** Left factors in registers, and two products under way at a time. */
  @Test
  void attentionGivesTheSameBits() {
    Kernel low = LoweredKernel.of("attention.ir", "cuda:sm_90a").low();
    assertEquals(new TreeSet<>(Set.of("M64K16_F16", "RANK_3")), rows(low, "cuda:sm_90a"));
    var tensors = new ArrayList<TensorData>();
    for (Param _ : low.params()) {
      tensors.add(TensorData.zeros(DType.F16, 1, 63, 64));
    }
    fill(tensors.subList(0, 3));
    assertSame(low, tensors, "cuda:sm_90a");
  }

  /** The rows that a kernel has, all of which the target has. */
  private static Set<String> rows(Kernel kernel, String target) {
    Machine machine = Backends.target(target).machine();
    var rows = new TreeSet<String>();
    Ops.walk(
        kernel.body(),
        op -> {
          Instruction row = Instruction.of(op);
          if (row != null) {
            assertTrue(Needs.areMet(row, machine), row::toString);
            rows.add(row.toString());
          }
        });
    return rows;
  }

  private static void assertSame(Kernel low, List<TensorData> tensors, String target) {
    Kernel expanded = expanded(low, target);
    assertEquals(List.of(), Verifier.verify(expanded));
    assertFalse(Ops.any(expanded.body(), op -> Instruction.of(op) != null));
    TensorData expected = run(low, tensors);
    TensorData found = run(expanded, tensors);
    assertFalse(expected.isSameAs(tensors.getLast()));
    assertTrue(expected.isSameAs(found));
  }

  private static TensorData run(Kernel kernel, List<TensorData> tensors) {
    List<TensorData> arguments = tensors.stream().map(TensorData::copy).toList();
    Interpreter.run(kernel, arguments);
    return arguments.getLast();
  }

  private static Kernel expanded(Kernel kernel, String target) {
    var context =
        new Context(
            Backends.target(target).machine(),
            problem -> {
              throw new AssertionError(problem);
            });
    return ExpandInstructions.PASS.run().apply(kernel, context);
  }
}
