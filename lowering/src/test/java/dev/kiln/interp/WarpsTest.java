package dev.kiln.interp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.check.Verifier;
import dev.kiln.ir.text.Parser;
import dev.kiln.layout.Layout;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WarpsTest {

  @ParameterizedTest
  @EnumSource
  void fragmentsOfAnInstructionHoldEachElementOnce(MatrixInstruction row) {
    assertCovers(row.accumulatorLayout(), row.rows(), row.columns());
    assertCovers(row.leftLayout(), row.rows(), row.depth());
    assertCovers(row.rightLayout(), row.depth(), row.columns());
  }

  private static void assertCovers(Layout.Fragment layout, int rows, int columns) {
    var places = new HashSet<Long>();
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        places.add(layout.offset(List.of(i, j)));
      }
    }
    assertEquals(32, layout.threads());
    assertEquals(rows * columns, places.size());
    assertEquals(rows * columns, 32 * layout.registers());
    assertEquals(List.of(rows, columns), List.of(layout.extent(0), layout.extent(1)));
  }

  /** PTX ISA 9.0, 9.7.14.5: what the thread 4 * group + column holds in each 32-bit register. */
  @ParameterizedTest
  @EnumSource
  void fragmentsAreThoseOfThePtxManual(MatrixInstruction row) {
    int packed = 4 / row.left().bytes();
    for (int thread = 0; thread < 32; thread++) {
      int group = thread / 4;
      int column = thread % 4;
      for (int register = 0; register < 4; register++) {
        var sum = List.of(group + register / 2 * 8, 2 * column + register % 2);
        assertEquals(thread * 4L + register, row.accumulatorLayout().offset(sum));
        for (int part = 0; part < packed; part++) {
          int depth = packed * column + part + register / 2 * 4 * packed;
          var left = List.of(group + register % 2 * 8, depth);
          long at = (thread * 4L + register) * packed + part;
          assertEquals(at, row.leftLayout().offset(left));
          if (register < 2) {
            var right = List.of(packed * column + part + register * 4 * packed, group);
            long rightAt = (thread * 2L + register) * packed + part;
            assertEquals(rightAt, row.rightLayout().offset(right));
          }
        }
      }
    }
  }

  @Property(tries = 40)
  void productsAreThoseOfAPlainLoop(@ForAll MatrixInstruction row, @ForAll long seed) {
    var random = new Random(seed);
    TensorData left = random(row.left(), random, row.rows(), row.depth());
    TensorData right = random(row.right(), random, row.depth(), row.columns());
    TensorData sums = random(row.accumulator(), random, row.rows(), row.columns());
    TensorData expected = sums.copy();
    for (int i = 0; i < row.rows(); i++) {
      for (int j = 0; j < row.columns(); j++) {
        for (int k = 0; k < row.depth(); k++) {
          int at = i * row.columns() + j;
          double a = left.get(i * row.depth() + k);
          double b = right.get(k * row.columns() + j);
          expected.set(at, expected.get(at) + a * b);
        }
      }
    }
    List<TensorData> spread =
        List.of(
            spread(left, row.leftLayout()),
            spread(right, row.rightLayout()),
            spread(sums, row.accumulatorLayout()));
    Interpreter.run(product(row), spread, Options.DEFAULT.withSeed(seed));
    assertEquals(
        ArgumentText.print(spread(expected, row.accumulatorLayout())),
        ArgumentText.print(spread.getLast()));
  }

  /** Small numbers, whose products and sums are exact. */
  private static TensorData random(DType dtype, Random random, int rows, int columns) {
    TensorData matrix = TensorData.zeros(dtype, rows, columns);
    for (int i = 0; i < matrix.size(); i++) {
      matrix.set(i, dtype == DType.U8 ? random.nextInt(256) : random.nextInt(-100, 100));
    }
    return matrix;
  }

  /** The registers of all threads, a thread's side by side. */
  private static TensorData spread(TensorData matrix, Layout.Fragment layout) {
    int columns = matrix.dims().getLast();
    TensorData registers = TensorData.zeros(matrix.dtype(), layout.threads() * layout.registers());
    for (int i = 0; i < matrix.size(); i++) {
      long offset = layout.offset(List.of(i / columns, i % columns));
      registers.setBits(Math.toIntExact(offset), matrix.bits(i));
    }
    return registers;
  }

  /** Reads registers, multiplies, and writes the sums back; the registers begin at index 1. */
  private static Kernel product(MatrixInstruction row) {
    String left = row.left().name().toLowerCase(Locale.ROOT);
    String right = row.right().name().toLowerCase(Locale.ROOT);
    String sum = row.accumulator().name().toLowerCase(Locale.ROOT);
    int lefts = row.leftLayout().registers();
    int rights = row.rightLayout().registers();
    int sums = row.accumulatorLayout().registers();
    String head =
        """
        kernel "product" (%%0: tensor<?x%1$s>, %%1: tensor<?x%2$s>, %%2: tensor<?x%3$s>) {
          %%3 = constant 1 : i32
          grid (%%4: i32) in (%%3) threads 32 {
            %%5 = thread-index : i32
            %%6 = cast %%5 : i64
            %%7 = constant 0 : i64
            %%8 = constant 1 : i64
        """
            .formatted(left, right, sum);
    String moves =
        move(10, "%0", left, lefts, false)
            + move(20, "%1", right, rights, false)
            + move(30, "%2", sum, sums, false);
    String multiply =
        "multiply-matrices %s %%30[%%8] += %%10[%%8] * %%20[%%8]%n"
            .formatted(row.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    return parse(head + moves + multiply + move(40, "%2", sum, sums, true) + "}}");
  }

  /** A loop from a tensor to the registers of id {@code first}, or from those of %30 back. */
  private static String move(
      int first, String tensor, String dtype, int registers, boolean isBack) {
    String copied =
        isBack
            ? """
              %8$s = load %%30[%7$s] : %3$s
              store %6$s[%9$s] = %8$s
              """
            : """
              %8$s = load %6$s[%9$s] : %3$s
              store %1$s[%7$s] = %8$s
              """;
    String loop =
        """
        %1$s = register-memory %4$d : memory<fragment, %3$s>
        %6$s = tensor-memory %2$s : memory<global, %3$s>
        %10$s = constant %5$d : i64
        %11$s = mul %%6, %10$s : i64
        for %12$s: i64 = %%7 to %10$s {
          %7$s = add %12$s, %%8 : i64
          %9$s = add %11$s, %12$s : i64
        """
            + copied
            + "}\n";
    Object[] ids = new Object[12];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = "%" + (100 * first + i);
    }
    ids[0] = "%" + first;
    ids[1] = tensor;
    ids[2] = dtype;
    ids[3] = registers + 1;
    ids[4] = registers;
    return loop.formatted(ids);
  }

  @Test
  void operandsOfTf32HaveTenBitsOfFraction() {
    float operand = 1 + 0x1p-10f + 0x1p-11f + 0x1p-12f;
    MatrixInstruction row = MatrixInstruction.M16N8K8_TF32;
    TensorData left = TensorData.zeros(DType.F32, 32 * row.leftLayout().registers());
    TensorData right = TensorData.zeros(DType.F32, 32 * row.rightLayout().registers());
    TensorData sums = TensorData.zeros(DType.F32, 32 * row.accumulatorLayout().registers());
    left.set(0, operand);
    right.set(0, 1);
    Interpreter.run(product(row), List.of(left, right, sums));
    assertEquals(1 + 0x1p-10f, sums.get(0));
  }

  @Test
  void productsWithPoisonArePoison() {
    String text =
        """
        kernel "poison" (%0: tensor<?xf32>) {
          %1 = constant 1 : i32
          grid (%2: i32) in (%1) threads 32 {
            %3 = register-memory 4 : memory<fragment, f32>
            %4 = register-memory 8 : memory<fragment, f16>
            %5 = register-memory 4 : memory<fragment, f16>
            %6 = constant 0 : i64
            multiply-matrices m16n8k16-f16 %3[%6] += %4[%6] * %5[%6]
            %7 = load %3[%6] : f32
            %8 = tensor-memory %0 : memory<global, f32>
            store %8[%6] = %7
          }
        }
        """;
    InterpreterException error = fails(text, TensorData.zeros(DType.F32, 1));
    assertEquals("%7 is poison: nothing has written it.", error.sentence());
  }

  @Test
  void registersOutsideOfTheirMemoryAreAnError() {
    String text =
        """
        kernel "outside" (%0: tensor<?xf32>) {
          %1 = constant 1 : i32
          grid (%2: i32) in (%1) threads 32 {
            %3 = register-memory 4 : memory<fragment, f32>
            %4 = register-memory 8 : memory<fragment, f16>
            %5 = register-memory 4 : memory<fragment, f16>
            %6 = constant 0 : i64
            %7 = constant 1 : i64
            multiply-matrices m16n8k16-f16 %3[%6] += %4[%6] * %5[%7]
          }
        }
        """;
    InterpreterException error = fails(text, TensorData.zeros(DType.F32, 1));
    assertEquals("Register 4 is outside of %5.", error.sentence());
  }

  /** Four matrices of 8 by 8, whose rows lie in any order; y gets the registers of all threads. */
  @Property(tries = 20)
  void matricesAreLoadedFromTheRowsThatThreadsName(@ForAll boolean transposed, @ForAll long seed) {
    String text =
        """
        kernel "load" (%%0.order: tensor<?xi64>, %%1.y: tensor<?xf16>) {
          %%2 = constant 1 : i32
          grid (%%3: i32) in (%%2) threads 32 {
            %%4 = tensor-memory %%0 : memory<global, i64>
            %%5 = tensor-memory %%1 : memory<global, f16>
            %%6 = thread-index : i32
            %%7 = cast %%6 : i64
            %%8 = constant 8 : i64
            %%9 = mul %%7, %%8 : i64
            %%10 = arena-memory 256 at 32 : memory<shared, f16>
            %%11 = constant 0 : i64
            for %%12: i64 = %%11 to %%8 {
              %%13 = add %%9, %%12 : i64
              %%14 = cast %%13 : f32
              %%15 = cast %%14 : f16
              store %%10[%%13] = %%15
            }
            barrier
            %%16 = load %%4[%%7] : i64
            %%17 = mul %%16, %%8 : i64
            %%18 = register-memory 8 : memory<fragment, f16>
            load-matrices %%18[%%11] = %%10[%%17] count 4 transposed %s
            for %%19: i64 = %%11 to %%8 {
              %%20 = add %%9, %%19 : i64
              %%21 = load %%18[%%19] : f16
              store %%5[%%20] = %%21
            }
          }
        }
        """
            .formatted(transposed);
    TensorData order = TensorData.zeros(DType.I64, 32);
    var random = new Random(seed);
    for (int i = 0; i < 32; i++) {
      order.setBits(i, random.nextInt(32));
    }
    TensorData y = TensorData.zeros(DType.F16, 256);
    Interpreter.run(parse(text), List.of(order, y), Options.DEFAULT.withSeed(seed));
    for (int thread = 0; thread < 32; thread++) {
      for (int i = 0; i < 8; i++) {
        int along = thread % 4 * 2 + i % 2;
        int row = transposed ? along : thread / 4;
        int column = transposed ? thread / 4 : along;
        double expected = order.bits(i / 2 * 8 + row) * 8 + column;
        assertEquals(expected, y.get(thread * 8 + i));
      }
    }
  }

  @Test
  void rowsOfMatricesBeginAtSixteenBytes() {
    String text =
        """
        kernel "rows" (%0: tensor<?xf32>) {
          %1 = constant 1 : i32
          grid (%2: i32) in (%1) threads 32 {
            %3 = constant 0 : i64
            %4 = constant 4 : i64
            %5 = arena-memory 64 at 0 : memory<shared, f16>
            %6 = register-memory 8 : memory<fragment, f16>
            load-matrices %6[%3] = %5[%4] count 1
          }
        }
        """;
    TensorData none = TensorData.zeros(DType.F32, 1);
    assertEquals(
        "The row from element 4 on begins at no multiple of 16 bytes.",
        fails(text, none).sentence());
    assertEquals(
        "The row from element 60 on is outside of the memory.",
        fails(text.replace("constant 4", "constant 60"), none).sentence());
  }

  @Property(tries = 20)
  void aButterflyOfExchangesGivesEveryThreadTheSum(@ForAll int[] values, @ForAll long seed) {
    String text =
        """
        kernel "butterfly" (%%0: tensor<?xi32>) {
          %%1 = constant 1 : i32
          grid (%%2: i32) in (%%1) threads 64 {
            %%3 = tensor-memory %%0 : memory<global, i32>
            %%4 = thread-index : i32
            %%5 = cast %%4 : i64
            %%10 = load %%3[%%5] : i32
        %s    store %%3[%%5] = %%15
          }
        }
        """;
    var steps = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      steps.append(
          "%%2%1$d = exchange-threads %%1%1$d mask %3$d : i32%n%%1%2$d = add %%1%1$d, %%2%1$d : i32%n"
              .formatted(i, i + 1, 1 << i));
    }
    TensorData x = TensorData.zeros(DType.I32, 64);
    int[] sums = new int[2];
    for (int i = 0; i < Math.min(64, values.length); i++) {
      x.setBits(i, values[i]);
      sums[i / 32] += values[i];
    }
    Interpreter.run(parse(text.formatted(steps)), List.of(x), Options.DEFAULT.withSeed(seed));
    for (int i = 0; i < 64; i++) {
      assertEquals(sums[i / 32], x.bits(i));
    }
  }

  private static InterpreterException fails(String text, TensorData tensor) {
    return assertThrows(
        InterpreterException.class, () -> Interpreter.run(parse(text), List.of(tensor)));
  }

  private static Kernel parse(String text) {
    Kernel kernel = Parser.parse("k.ir", text);
    assertEquals(List.of(), Verifier.verify(kernel));
    return kernel;
  }
}
