package dev.kiln.interp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.TrapReason;
import dev.kiln.ir.check.Verifier;
import dev.kiln.ir.text.Parser;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InterpreterTest {

  @Test
  void copiesFillTailsWithZerosAndWriteInsideOnly() {
    TensorData x = iota(DType.F32, 5);
    TensorData y = TensorData.zeros(DType.F32, 6);
    run(
        """
        kernel "tail" (%0.x: tensor<?xf32>, %1.y: tensor<?xf32>) {
          %2 = constant 2 : i32
          grid (%3: i32) in (%2) {
            %4 = alloc-tile : shared<4xf32>
            %5 = constant 4 : i32
            %6 = mul %3, %5 : i32
            %7 = anchor %0[%6] : region<global, ?xf32>
            copy %7 to %4
            %8 = constant 1 : i32
            %9 = sub %6, %8 : i32
            %10 = anchor %1[%9] : region<global, ?xf32>
            copy %4 to %10
          }
        }
        """,
        x, y);
    assertElements(y, 2, 3, 4, 5, 0, 0);
  }

  @Test
  void productsOfTransposedTilesAccumulate() {
    TensorData a = iota(DType.F16, 2, 3);
    TensorData c = TensorData.zeros(DType.F32, 2, 2);
    run(
        """
        kernel "gemm" (%0.a: tensor<?x?xf16>, %1.c: tensor<?x?xf32>) {
          %2 = constant 1 : i32
          grid (%3: i32) in (%2) {
            %4 = alloc-tile : shared<2x3xf16>
            copy %0 to %4
            %5 = transpose %4 : shared<3x2xf16>
            %6 = alloc-tile : fragment<2x2xf32>
            %7 = constant 100.0 : f32
            fill %6 with %7
            gemm %4, %5 into %6
            copy %6 to %1
          }
        }
        """,
        a, c);
    assertElements(c, 100 + 14, 100 + 32, 100 + 32, 100 + 77);
  }

  @Test
  void reductionsWorkAlongEitherAxis() {
    TensorData x = iota(DType.I32, 2, 3);
    TensorData rows = TensorData.zeros(DType.I32, 2);
    TensorData columns = TensorData.zeros(DType.I32, 3);
    run(
        """
        kernel "reduce" (%0.x: tensor<?x?xi32>, %1.r: tensor<?xi32>, %2.c: tensor<?xi32>) {
          %3 = constant 1 : i32
          grid (%4: i32) in (%3) {
            %5 = alloc-tile : fragment<2x3xi32>
            copy %0 to %5
            %6 = alloc-tile : fragment<2xi32>
            reduce sum %5 to %6 axis 1 clear true
            reduce max %5 to %6 axis 1 clear false
            copy %6 to %1
            %7 = alloc-tile : fragment<3xi32>
            reduce min %5 to %7 axis 0 clear true
            copy %7 to %2
          }
        }
        """,
        x, rows, columns);
    assertElements(rows, 6, 15);
    assertElements(columns, 1, 2, 3);
  }

  @Test
  void loopsBreakAndContinueAsInJava() {
    TensorData y = TensorData.zeros(DType.I32, 1);
    run(
        """
        kernel "loops" (%0.y: tensor<?xi32>) {
          %1 = constant 1 : i32
          grid (%2: i32) in (%1) {
            %3 = constant 0 : i32
            %4.i = declare-cell %3 : cell<i32>
            %5.sum = declare-cell %3 : cell<i32>
            while {
              %6 = read-cell %4 : i32
              %7 = constant 100 : i32
              %8 = lt %6, %7 : bool
            } test %8 do {
              %9 = read-cell %4 : i32
              %10 = constant 3 : i32
              %11 = eq %9, %10 : bool
              if %11 {
                continue
              }
              %12 = constant 6 : i32
              %13 = eq %9, %12 : bool
              if %13 {
                break
              }
              %14 = read-cell %5 : i32
              %15 = add %14, %9 : i32
              write-cell %5 = %15
            } update {
              %16 = read-cell %4 : i32
              %17 = add %16, %1 : i32
              write-cell %4 = %17
            }
            %18 = read-cell %5 : i32
            store-element %0[%3] = %18
          }
        }
        """,
        y);
    assertElements(y, 0 + 1 + 2 + 4 + 5);
  }

  @Test
  void vectorsMasksAndGathersMoveElements() {
    TensorData x = iota(DType.F32, 6);
    TensorData y = TensorData.zeros(DType.F32, 6);
    run(
        """
        kernel "low" (%0.x: tensor<?xf32>, %1.y: tensor<?xf32>) {
          %2 = constant 1 : i32
          grid (%3: i32) in (%2) {
            %4 = tensor-memory %0 : memory<global, f32>
            %5 = tensor-memory %1 : memory<global, f32>
            %6 = constant 4 : i64
            %7 = lanes : i64x4
            %8 = splat %6 : i64x4
            %9 = add %7, %8 : i64x4
            %10 = constant 6 : i64x4
            %11 = lt %9, %10 : boolx4
            %12 = load %4[%6] mask %11 : f32x4
            store %5[%6] = %12 mask %11
            %13 = constant 3 : i64x4
            %14 = sub %13, %7 : i64x4
            %15 = load %4[%14] : f32x4
            %16 = constant 0 : i64
            store %5[%16] = %15
          }
        }
        """,
        x, y);
    assertElements(y, 4, 3, 2, 1, 5, 6);
  }

  @Test
  void arenaMemoriesShareTheirBytes() {
    TensorData y = TensorData.zeros(DType.I32, 1);
    run(
        """
        kernel "arena" (%0.y: tensor<?xi32>) {
          %1 = constant 1 : i32
          grid (%2: i32) in (%1) {
            %3 = arena-memory 4 at 64 : memory<shared, f32>
            %4 = arena-memory 2 at 68 : memory<shared, i32>
            %5 = constant 1 : i64
            %6 = constant 1.0 : f32
            store %3[%5] = %6
            %7 = constant 0 : i64
            %8 = load %4[%7] : i32
            %9 = tensor-memory %0 : memory<global, i32>
            store %9[%7] = %8
          }
        }
        """,
        y);
    assertElements(y, Float.floatToRawIntBits(1));
  }

  @Test
  void readingWhatNothingWroteIsAnError() {
    assertFails(
        "k.ir:5:5: Element [0] is read and nothing has written it.",
        "%4 = alloc-tile : shared<4xf32>\n%5 = load-element %4[%1] : f32");
    assertFails(
        "k.ir:8:5: %7 is poison: nothing has written it.",
        """
        %4 = alloc-memory 4 : memory<shared, f32>
        %5 = tensor-memory %0 : memory<global, f32>
        %6 = constant 0 : i64
        %7 = load %4[%6] : f32
        store %5[%6] = %7
        """);
  }

  @Test
  void leavingMemoryIsAnErrorInTheLowDialect() {
    assertFails(
        "k.ir:6:5: Lane 3 accesses element 8, outside of the memory.",
        """
        %5 = tensor-memory %0 : memory<global, f32>
        %6 = constant 5 : i64
        %7 = load %5[%6] : f32x4
        """);
  }

  @Test
  void twoBlocksThatWriteOneElementAreARace() {
    String body =
        """
        %4 = constant 1.0 : f32
        store-element %0[%2] = %4
        """;
    Kernel kernel = kernel(body);
    TensorData y = TensorData.zeros(DType.F32, 8);
    Interpreter.run(kernel, List.of(y));
    InterpreterException race =
        assertThrows(
            InterpreterException.class,
            () -> Interpreter.run(kernel, List.of(y), Options.DEFAULT.withRaces()));
    assertEquals("Blocks 0 and 1 both write element 3 of parameter 0.", race.sentence());
    Kernel atomic = kernel(body.replace("store-element %0[%2] =", "atomic-add %0[%2] +="));
    Interpreter.run(atomic, List.of(y), Options.DEFAULT.withRaces());
    assertEquals(3, y.get(3));
  }

  @Test
  void shufflesTheBlocksBySeed() {
    Kernel kernel =
        kernel(
            """
            %4 = cast %3 : f32
            store-element %0[%2] = %4
            """);
    var last =
        IntStream.range(1, 20)
            .mapToObj(
                seed -> {
                  TensorData y = TensorData.zeros(DType.F32, 8);
                  Interpreter.run(kernel, List.of(y), Options.DEFAULT.withSeed(seed));
                  return y.get(3);
                })
            .distinct()
            .sorted()
            .toList();
    assertEquals(List.of(0.0, 1.0), last);
  }

  @Test
  void trapsEndTheRunAtTheirPlace() {
    Kernel kernel = kernel("%4 = eq %3, %1 : bool\ntrap division-by-zero if %4");
    TrapException trap =
        assertThrows(
            TrapException.class,
            () -> Interpreter.run(kernel, List.of(TensorData.zeros(DType.F32, 8))));
    assertEquals(TrapReason.DIVISION_BY_ZERO, trap.reason());
    assertEquals(5, trap.loc().line());
  }

  @Test
  void endlessLoopsAreEnded() {
    Kernel kernel = kernel("while {\n%4 = eq %1, %1 : bool\n} test %4 do {\n}".replace("\n", " "));
    assertThrows(
        InterpreterException.class,
        () ->
            Interpreter.run(
                kernel,
                List.of(TensorData.zeros(DType.F32, 8)),
                Options.DEFAULT.withMostSteps(1000)));
  }

  /** A kernel of two blocks over a tensor %0 of 8 elements; %1 is 0, %2 is 3, %3 the block. */
  private static Kernel kernel(String body) {
    String text =
        """
        kernel "k" (%%0.y: tensor<?xf32>) { %%1 = constant 0 : i32
          %%2 = constant 3 : i32 %%20 = constant 2 : i32
          grid (%%3: i32) in (%%20) {
        %s  }
        }
        """
            .formatted(body.strip().indent(4));
    Kernel kernel = Parser.parse("k.ir", text);
    assertEquals(List.of(), Verifier.verify(kernel));
    return kernel;
  }

  private static void assertFails(String expected, String body) {
    InterpreterException error =
        assertThrows(
            InterpreterException.class,
            () -> Interpreter.run(kernel(body), List.of(TensorData.zeros(DType.F32, 8))));
    assertEquals(expected, error.loc() + ": " + error.sentence());
  }

  private static void run(String text, TensorData... tensors) {
    Kernel kernel = Parser.parse("k.ir", text);
    assertEquals(List.of(), Verifier.verify(kernel));
    Interpreter.run(kernel, List.of(tensors), Options.DEFAULT.withRaces());
  }

  private static TensorData iota(DType dtype, Integer... dims) {
    TensorData tensor = TensorData.zeros(dtype, dims);
    for (int i = 0; i < tensor.size(); i++) {
      tensor.set(i, i + 1);
    }
    return tensor;
  }

  private static void assertElements(TensorData tensor, double... expected) {
    assertEquals(
        java.util.Arrays.stream(expected).boxed().toList(),
        IntStream.range(0, tensor.size()).mapToObj(tensor::get).toList());
  }
}
