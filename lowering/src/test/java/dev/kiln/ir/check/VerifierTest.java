package dev.kiln.ir.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.ir.text.Parser;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In the texts, {@code // error: sentence} stands on the line that must be blamed. */
class VerifierTest {

  @Test
  void aGoodKernelHasNoFindings() {
    check(
        """
        kernel "k" (%0.a: tensor<?x?xf16> (m, k), %1.c: tensor<?x?xf32> (m, n), %2.n: i32) {
          %3 = constant 16 : i32
          grid (%4.x: i32, %5.y: i32) in (%2.n, %3) {
            %6.t = alloc-tile : shared<16x16xf16>
            %7 = anchor %0.a[%4.x] : region<global, ?x?xf16>
            copy %7 to %6.t
            %8 = transpose %6.t : shared<16x16xf16>
            %9 = alloc-tile : fragment<16x16xf32>
            %10 = constant 0.0 : f32
            fill %9 with %10
            pipelined %11: i32 in %3 stages 2 {
              gemm %6.t, %8 into %9
              %12 = eq %11, %3 : bool
              if %12 {
                break
              }
            }
            parallel (%13: i32) in (%3) {
              %14 = load-element %6.t[%13, %13] : f32
              store-element %9[%13, %13] = %14
            }
            %15 = declare-cell %10 : cell<f32>
            while {
              %16 = read-cell %15 : f32
              %17 = lt %16, %10 : bool
            } test %17 do {
              continue
            } update {
              write-cell %15 = %10
            }
          }
        }
        """);
  }

  @Test
  void valuesAreDefinedOnceAndVisibleWhereUsed() {
    check(
        """
        kernel "k" (%0.n: i32) {
          grid (%1: i32) in (%0) {
            %2 = eq %1, %1 : bool
            if %2 {
              %3 = neg %1 : i32
            }
            %4 = neg %3 : i32 // error: %3 is used where its definition is not visible.
            %0.n = neg %4 : i32 // error: %0.n is defined twice.
            for %5: i32 = %0 to %1 {
            }
            %6 = neg %5 : i32 // error: %5 is used where its definition is not visible.
          }
        }
        """);
  }

  @Test
  void aWhilesTestComesFromItsConditionWhichItsBodyDoesNotSee() {
    check(
        """
        kernel "k" (%0.n: i32) {
          grid (%1: i32) in (%0) {
            while {
              %2 = eq %1, %1 : bool
            } test %2 do {
              if %2 { // error: %2 is used where its definition is not visible.
                break
              }
            }
          }
        }
        """);
  }

  @Test
  void kernelsEndWithTheirGrid() {
    check(
        """
        kernel "k" (%0.n: i32) { // error: A kernel ends with a grid.
          grid (%1: i32) in (%0) { // error: Before the grid stand pure operations only.
          }
          %2 = declare-cell %0 : cell<i32> // error: Before the grid stand pure operations only.
        }
        """);
  }

  @Test
  void controlIsWhereItMayBe() {
    check(
        """
        kernel "k" (%0.n: i32) {
          grid (%1: i32) in (%0) {
            for %2: i32 = %0 to %0 {
              parallel (%3: i32) in (%0) {
                break // error: There is no loop here that this could leave.
              }
              break // error: Nothing may follow this in its body.
              %4 = neg %0 : i32
            }
            while {
              %5 = eq %1, %1 : bool
              continue // error: There is no loop here that this could leave.
            } test %5 do {
            }
            continue // error: There is no loop here that this could leave.
          }
        }
        """);
  }

  @Test
  void aParallelHoldsElementAccessesAndPrivateTilesOnly() {
    check(
        """
        kernel "k" (%0.n: i32) {
          grid (%1: i32) in (%0) {
            parallel (%2: i32) in (%0) {
              %3 = alloc-tile : local<4xf32>
              %4 = alloc-tile : shared<4xf32> // error: This tile operation cannot stand in a parallel.
              %5 = load-element %3[%2] : f32
              fill %3 with %5 // error: This tile operation cannot stand in a parallel.
            }
          }
        }
        """);
  }

  @Test
  void tileTypesFit() {
    check(
        """
        kernel "k" (%0.n: i32, %1.f: tensor<?xf16>) {
          grid (%2: i32) in (%0) {
            %3 = load-element %1[%2] : f16 // error: Elements of f16 are read and written as f32, which %3 is not.
            %4 = load-element %1[%2, %2] : f32 // error: 2 indices for a buffer of rank 1.
            %5 = alloc-tile : shared<8x4xf32>
            %6 = alloc-tile : shared<4xf32>
            %7 = alloc-tile : shared<4xi32>
            reduce sum %5 to %6 axis 1 clear true // error: The target's shape is not 8.
            reduce sum %5 to %7 axis 0 clear true // error: f32 cannot be reduced to i32.
            reduce sum %5 to %6 axis 2 clear true // error: There is no axis 2 in a tile of rank 2.
            gemm %5, %5 into %5 // error: The shapes 8x4, 8x4 and 8x4 do not fit.
            %8 = anchor %1[%2] : region<global, ?xf16>
            copy %8 to %8 // error: One side of a copy has extents of its own.
            copy %5 to %7
            copy %8 to %0 // error: The target is no tensor, tile or region.
            %9 = transpose %5 : shared<8x4xf32> // error: The view of a tile is a tile of the transposed shape and the same storage.
            pipelined %10: i64 in %0 stages 0 { // error: %10 and its extent differ in type. // error: A pipeline has at least 1 stage, not 0.
            }
          }
        }
        """);
  }

  @Test
  void lowTypesFit() {
    check(
        """
        kernel "k" (%0.n: i32, %1.f: tensor<?xf16>) {
          %2 = constant 1.0 : f32
          %3 = splat %2 : f32x4
          %4 = add %0, %2 : i32 // error: %2 is of type f32, expected i32.
          %5 = shl %2, %2 : f32 // error: shl does not work on f32.
          %6 = select %3, %3, %3 : f32x4 // error: %3 is of type f32x4, expected boolx4.
          %7 = lane %3 lane 4 : f32 // error: There is no lane 4.
          %8 = shuffle %3, %3 lanes 0, 8 : f32x2 // error: A lane number is not below 8.
          %9 = constant i32 1 : f32 // error: %9 is of f32, expected i32.
          %10 = cast %3 : i32 // error: %3 is of type f32x4, expected f32.
          %11 = bitcast %0 : f64 // error: The two types differ in size or lanes.
          %12 = dim %1 axis 1 : i32 // error: A tensor of rank 1 has no axis 1.
          %13 = exp %2, %2 : f32 // error: exp takes 1 arguments.
          %14 = tensor-memory %1 : memory<global, f32> // error: %14 is of type memory<global, f32>, expected memory<global, f16>.
          %15 = below %2, %2 : bool // error: below does not work on f32.
          %16 = constant 1.5 : f16
          %17 = add %16, %16 : f16 // error: add does not work on f16.
          grid (%20: i32) in (%0) {
            %21 = tensor-memory %1 : memory<global, f16>
            %22 = constant 1 : i64
            %23 = load %21[%22] mask %22 : f16 // error: %22 is of type i64, expected bool.
            %24 = load %21[%0] : f16 // error: %0.n is of i32, expected i64.
            store %21[%22] = %2 // error: %2 is of f32, expected f16.
            %25 = declare-cell %2 : cell<i32> // error: %2 is of type f32, expected i32.
            write-cell %0 = %2 // error: %0.n is no variable.
          }
        }
        """);
  }

  @Test
  void instructionsAreRowsOfTheTable() {
    check(
        """
        kernel "k" (%0.a: tensor<?x?x?x?x?x?xf16> (a, b, c, d, e, f), %1.b: tensor<?xf32>) {
          %2 = constant 1 : i32
          grid (%3.x: i32) in (%2) threads 128 {
            %4 = constant 0 : i64
            %5 = constant 0 : i32
            %6 = arena-memory 1 at 0 : memory<shared, i64>
            %7 = arena-memory 64 at 1024 : memory<shared, f16>
            %8 = arena-memory 64 at 2048 : memory<shared, f32>
            %9 = register-memory 16 : memory<fragment, f16>
            %10 = register-memory 16 : memory<fragment, f32>
            %11 = register-memory 16 : memory<fragment, i32>
            %12 = arena-memory 64 at 4096 : memory<shared, i32>
            %13 = tensor-memory %1 : memory<global, f32>
            load-matrices %9[%4] = %7[%4] count 3 // error: 1, 2 or 4 matrices are loaded, not 3.
            load-matrices %10[%4] = %8[%4] count 2 // error: %8 is no memory of elements of 1 or 2 bytes.
            start-copy %8[%4] = %13[%4] elements 3 valid %5 // error: 4, 8 or 16 bytes are copied, or one element, not 3 elements.
            multiply-warpgroup i32 columns 8 %10[%4] += %12[%4] * %12[%4] // error: A warpgroup multiplies f16, bf16, f32, e4m3 or e5m2, not i32.
            multiply-warpgroup f32 columns 8 %10[%4] += %10[%4] * %8[%4] // error: Operands of f32 lie along the depth in memory.
            multiply-warpgroup f32 columns 8 %10[%4] += %8[%4] * %8[%4] across true // error: Operands of f32 lie along the depth in memory.
            multiply-warpgroup f16 columns 8 %10[%4] += %9[%4] * %8[%4] // error: %8 is of type memory<shared, f32>, expected memory<shared, f16>.
            multiply-warpgroup f16 columns 12 %10[%4] += %9[%4] * %7[%4] // error: A warpgroup multiplies 8 to 256 columns, a multiple of 8, not 12.
            copy-box %0[%5, %5, %5, %5, %5, %5] extents 1, 1, 1, 1, 1, 8 to %7[%4] at %6[%4] // error: No box of a tensor of rank 6 is copied.
            copy-box %1[%5] extents 257 to %8[%4] at %6[%4] // error: The extents of a box are 1 to 256.
          }
        }
        """);
  }

  private static void check(String text) {
    var expected = new ArrayList<String>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String[] parts = lines.get(i).split("// error: ", -1);
      for (int j = 1; j < parts.length; j++) {
        expected.add((i + 1) + ": " + parts[j].strip());
      }
    }
    List<String> found =
        Verifier.verify(Parser.parse("k.ir", text)).stream()
            .map(finding -> finding.loc().line() + ": " + finding.sentence())
            .toList();
    assertEquals(
        String.join("\n", expected.stream().sorted().toList()),
        String.join("\n", found.stream().sorted().toList()));
  }
}
