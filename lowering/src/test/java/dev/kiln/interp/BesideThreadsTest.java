package dev.kiln.interp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.check.Verifier;
import dev.kiln.ir.text.Parser;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A product whose operands are copied by one warp for a warpgroup, in two stages that are reused.
 */
class BesideThreadsTest {
  private static final int SEEDS = 5;
  private static final int M = 56;
  private static final int N = 64;
  private static final int DEPTH = 216;

  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void theProductIsThatOfAPlainLoop(boolean isLeftAcross, boolean isRightAcross) {
    var shape = new Shape(isLeftAcross, isRightAcross);
    Kernel kernel = kernel(shape, UnaryOperator.identity());
    for (int seed = 0; seed < SEEDS; seed++) {
      List<TensorData> tensors = tensors(shape, seed);
      Interpreter.run(kernel, tensors, Options.DEFAULT.withSeed(seed));
      assertProduct(shape, tensors);
    }
  }

  @Test
  void copiesInAnotherOrderThanProductsReadThemGiveSomethingElse() {
    var shape = new Shape(false, true);
    Kernel kernel = kernel(shape, text -> text.replaceFirst("swizzled true", ""));
    List<TensorData> tensors = tensors(shape, 0);
    Interpreter.run(kernel, tensors);
    assertThrows(AssertionError.class, () -> assertProduct(shape, tensors));
  }

  @Test
  void aMissingWaitForCopiesIsFound() {
    assertFails(
        text -> without(text, "await-phase %8[%32] odd %35"),
        "k.ir:65:9: %83 is poison: nothing has written it.");
    assertFails(
        text ->
            without(text, "await-phase %8[%32] odd %35")
                .replace("arrive-at-phase %9[%32]", "")
                .replace("%16 = constant 4", "%16 = constant 1"),
        "k.ir:83:11: A copy writes what a product reads at k.ir:52:11 [multiply-warpgroup f16"
            + " columns 64 %10.acc[%13] += %6.as[%43] * %7.bs[%46] across true],"
            + " and nothing puts one before the other.");
  }

  @Test
  void aMissingWaitForProductsThatReadIsFound() {
    assertFails(
        text -> without(text, "await-phase %9[%52] odd %55"),
        "k.ir:83:11: A copy writes what a copy writes at k.ir:83:11 [copy-box %0.a[%12, %51]"
            + " extents 64, 64 to %6.as[%60] swizzled true at %8.full[%52]],"
            + " and nothing puts one before the other.");
    assertFails(
        text -> without(text, "await-products 0 for %10[%13] registers 32"),
        "k.ir:83:11: A copy writes what a product reads at k.ir:52:11 [multiply-warpgroup f16"
            + " columns 64 %10.acc[%13] += %6.as[%43] * %7.bs[%46] across true],"
            + " and nothing puts one before the other.");
  }

  @Test
  void theOtherParityIsFound() {
    assertFails(
        text -> text.replace("await-phase %8[%32] odd %35", "await-phase %8[%32] odd %36"),
        "k.ir:40:9: Thread 0 waits here for ever: phase 0 has 0 of 1 arrivals and lacks 0 bytes."
            + " Thread 128 waits at k.ir:79:11 for ever: phase 1 has 0 of 1 arrivals and lacks 0"
            + " bytes.");
    assertFails(
        text -> text.replace("await-phase %9[%52] odd %55", "await-phase %9[%52] odd %56"),
        PRODUCER_WAITS_FIRST);
  }

  @Test
  void anArrivalThatIsMissingEndsInNoHang() {
    assertFails(
        text -> without(text, "arrive-at-phase %9[%32]"),
        PRODUCER_WAITS_FIRST.replaceFirst("phase 0", "phase 1"));
  }

  private static final String PRODUCER_WAITS_FIRST =
      "k.ir:40:9: Thread 0 waits here for ever: phase 0 has 0 of 1 arrivals and lacks 0 bytes."
          + " Thread 128 waits at k.ir:79:11 for ever: phase 0 has 0 of 1 arrivals and lacks 0"
          + " bytes.";

  @Test
  void bytesThatAreExpectedAndDoNotComeEndInNoHang() {
    assertFails(
        text -> text.replace("bytes 16384", "bytes 16400"),
        PRODUCER_WAITS_FIRST.replaceFirst(
            "0 of 1 arrivals and lacks 0", "1 of 1 arrivals and lacks 16"));
  }

  @Test
  void copiesAreExpectedByTheirPhase() {
    assertFails(
        text ->
            without(text, "expect-bytes %8[%52] bytes 16384")
                .replace("copy-box %1", "expect-bytes %8[%52] bytes 0\ncopy-box %1"),
        "k.ir:84:11: The phase ends while a copy is under way whose bytes it does not expect.");
  }

  @Test
  void phasesBeginAndEndWhereNoThreadUsesThem() {
    assertFails(
        text -> text.replaceFirst("barrier", ""),
        "k.ir:40:9: Thread 1 updates what thread 0 writes at k.ir:19:7"
            + " [init-phase %8.full[%13] arrivals 1], and nothing puts one before the other.");
    assertFails(
        text -> text.replaceFirst("(?s)barrier(.*)barrier", "barrier$1"),
        "k.ir:90:7: Thread 0 writes what thread 127 updates at k.ir:40:9"
            + " [await-phase %8.full[%32] odd %35], and nothing puts one before the other.");
    assertFails(
        text -> without(text, "init-phase %8[%13] arrivals 1"),
        "k.ir:40:9: No InitPhase makes that count phases.");
    assertFails(
        text -> text.replace("init-phase %8[%13]", "init-phase %8[%14]"),
        "k.ir:20:7: Phases are counted there already.");
  }

  @Test
  void phasesThatAreNotPublishedAreNotSeenByCopies() {
    assertFails(
        text -> without(text, "publish-writes"),
        "k.ir:83:11: It does not see the phases that thread 0 begins at k.ir:19:7"
            + " [init-phase %8.full[%13] arrivals 1]: it has not published them.");
  }

  @Test
  void whatIsCopiedIsWaitedForEvenIfNothingReadsIt() {
    assertFails(
        text ->
            without(text, "await-phase %8[%32] odd %35")
                .replaceAll("multiply-warpgroup.*", "")
                .replace("arrive-at-phase %9[%32]", "")
                .replace("%16 = constant 4", "%16 = constant 2"),
        "k.ir:84:11: Nothing has waited for this copy.");
  }

  @Test
  void boxesLieWhereHardwareCanCopyThem() {
    assertFails(
        text -> text.replace("%59 = constant 4096", "%59 = constant 4032"),
        "k.ir:83:11: The box goes to byte 8064, no multiple of 1024.");
    assertFails(
        text -> text.replace("8192 at 16384", "8192 at 16896"),
        "k.ir:84:11: The box goes to byte 16896, no multiple of 1024.");
    assertFails(
        text -> text.replace("8192 at 16384", "8192 at 16416").replace("swizzled true", ""),
        "k.ir:84:11: The box goes to byte 16416, no multiple of 128.");
    assertFails(
        text -> text.replace("extents 64, 64", "extents 64, 60"),
        "k.ir:83:11: Rows of the box, 120 bytes, are no multiples of 16 bytes.");
    assertFails(
        text -> text.replace("extents 64, 64", "extents 64, 56"),
        "k.ir:83:11: Swizzled rows have 128 bytes, not 112.");
    assertFails(
        text -> text.replace("extents 64, 64", "extents 96, 64"),
        "k.ir:83:11: The box from element 4096 on is outside of the memory.");
    var shape = new Shape(false, true);
    List<TensorData> odd =
        List.of(
            TensorData.zeros(DType.F16, M, DEPTH + 1),
            TensorData.zeros(DType.F16, DEPTH, N),
            TensorData.zeros(DType.F32, 128 * 32));
    InterpreterException error =
        assertThrows(
            InterpreterException.class,
            () -> Interpreter.run(kernel(shape, UnaryOperator.identity()), odd));
    assertEquals("Rows of the tensor begin at no multiples of 16 bytes.", error.sentence());
  }

  private static String without(String text, String line) {
    assertTrue(text.contains(line), line);
    return text.replace(line, "");
  }

  /** Which operands are stored depth by depth. */
  private record Shape(boolean isLeftAcross, boolean isRightAcross) {
    double left(TensorData a, int i, int k) {
      return a.get(isLeftAcross ? k * M + i : i * DEPTH + k);
    }

    double right(TensorData b, int k, int j) {
      return b.get(isRightAcross ? k * N + j : j * DEPTH + k);
    }
  }

  /** Small integers, whose products and sums are exact. */
  private static List<TensorData> tensors(Shape shape, long seed) {
    var random = new Random(seed);
    TensorData a =
        TensorData.zeros(
            DType.F16, shape.isLeftAcross() ? DEPTH : M, shape.isLeftAcross() ? M : DEPTH);
    TensorData b =
        TensorData.zeros(
            DType.F16, shape.isRightAcross() ? DEPTH : N, shape.isRightAcross() ? N : DEPTH);
    for (TensorData tensor : List.of(a, b)) {
      for (int i = 0; i < tensor.size(); i++) {
        tensor.set(i, random.nextInt(-8, 9));
      }
    }
    return List.of(a, b, TensorData.zeros(DType.F32, 128 * 32));
  }

  /** PTX ISA 9.0, 9.7.15.5.1: what each thread holds of the sums. */
  private static void assertProduct(Shape shape, List<TensorData> tensors) {
    for (int thread = 0; thread < 128; thread++) {
      for (int register = 0; register < 32; register++) {
        int row = thread / 32 * 16 + thread % 32 / 4 + register / 2 % 2 * 8;
        int column = register / 4 * 8 + thread % 4 * 2 + register % 2;
        double sum = 0;
        for (int k = 0; k < DEPTH && row < M; k++) {
          sum += shape.left(tensors.get(0), row, k) * shape.right(tensors.get(1), k, column);
        }
        assertEquals(sum, tensors.get(2).get(thread * 32 + register));
      }
    }
  }

  /** So in ascending order of the threads; in any other there is some failure, too. */
  private static void assertFails(UnaryOperator<String> fault, String expected) {
    var shape = new Shape(false, true);
    Kernel kernel = kernel(shape, fault);
    for (int seed = 0; seed < SEEDS; seed++) {
      Options options = Options.DEFAULT.withSeed(seed);
      List<TensorData> tensors = tensors(shape, seed);
      InterpreterException error =
          assertThrows(InterpreterException.class, () -> Interpreter.run(kernel, tensors, options));
      if (seed == 0) {
        assertEquals(expected, error.loc() + ": " + error.sentence());
      }
    }
  }

  private static Kernel kernel(Shape shape, UnaryOperator<String> fault) {
    String text =
        KERNEL
            .replace("LEFT", shape.isLeftAcross() ? "%51, %12" : "%12, %51")
            .replace("RIGHT", shape.isRightAcross() ? "%51, %12" : "%12, %51")
            .replace("A_STEP", shape.isLeftAcross() ? "1024" : "16")
            .replace("B_STEP", shape.isRightAcross() ? "1024" : "16")
            .replace("A_ACROSS", shape.isLeftAcross() ? "across true" : "")
            .replace("B_ACROSS", shape.isRightAcross() ? "across true" : "");
    Kernel kernel = Parser.parse("k.ir", fault.apply(text));
    assertEquals(List.of(), Verifier.verify(kernel));
    return kernel;
  }

  private static final String KERNEL =
      """
      kernel "product" (%0.a: tensor<?x?xf16>, %1.b: tensor<?x?xf16>, %2.c: tensor<?xf32>) {
        %3 = constant 1 : i32
        grid (%4: i32) in (%3) threads 160 {
          %5.c = tensor-memory %2 : memory<global, f32>
          %6.as = arena-memory 8192 at 0 : memory<shared, f16>
          %7.bs = arena-memory 8192 at 16384 : memory<shared, f16>
          %8.full = arena-memory 2 at 32768 : memory<shared, i64>
          %9.empty = arena-memory 2 at 32784 : memory<shared, i64>
          %10.acc = register-memory 32 : memory<fragment, f32>
          %11.t = thread-index : i32
          %12 = constant 0 : i32
          %13 = constant 0 : i64
          %14 = constant 1 : i64
          %15 = constant 1 : i32
          %16 = constant 4 : i32
          %17 = constant 128 : i32
          %18 = eq %11, %12 : bool
          if %18 {
            init-phase %8[%13] arrivals 1
            init-phase %8[%14] arrivals 1
            init-phase %9[%13] arrivals 1
            init-phase %9[%14] arrivals 1
            publish-writes
          }
          barrier
          %19 = lt %11, %17 : bool
          if %19 {
            %20 = constant 32 : i64
            %21 = constant 0.0 : f32
            for %22: i64 = %13 to %20 {
              store %10[%22] = %21
            }
            for %30: i32 = %12 to %16 {
              %31 = and %30, %15 : i32
              %32 = cast %31 : i64
              %33 = shr %30, %15 : i32
              %34 = and %33, %15 : i32
              %35 = eq %34, %15 : bool
              %36 = not %35 : bool
              await-phase %8[%32] odd %35
              begin-products [] counts []
              %37 = constant 4096 : i64
              %38 = mul %32, %37 : i64
              %39 = constant 4 : i64
              for %40: i64 = %13 to %39 {
                %41 = constant A_STEP : i64
                %42 = mul %40, %41 : i64
                %43 = add %38, %42 : i64
                %44 = constant B_STEP : i64
                %45 = mul %40, %44 : i64
                %46 = add %38, %45 : i64
                multiply-warpgroup f16 columns 64 %10[%13] += %6[%43] A_ACROSS * %7[%46] B_ACROSS
              }
              commit-products
              await-products 0 for %10[%13] registers 32
              if %18 {
                arrive-at-phase %9[%32]
              }
            }
            %80 = cast %11 : i64
            %81 = mul %80, %20 : i64
            for %82: i64 = %13 to %20 {
              %83 = load %10[%82] : f32
              %84 = add %81, %82 : i64
              store %5[%84] = %83
            }
          } else {
            %49 = eq %11, %17 : bool
            if %49 {
              for %50: i32 = %12 to %16 {
                %57 = constant 64 : i32
                %51 = mul %50, %57 : i32
                %58 = and %50, %15 : i32
                %52 = cast %58 : i64
                %53 = shr %50, %15 : i32
                %54 = and %53, %15 : i32
                %56 = eq %54, %15 : bool
                %55 = not %56 : bool
                await-phase %9[%52] odd %55
                expect-bytes %8[%52] bytes 16384
                %59 = constant 4096 : i64
                %60 = mul %52, %59 : i64
                copy-box %0[LEFT] extents 64, 64 to %6[%60] swizzled true at %8[%52]
                copy-box %1[RIGHT] extents 64, 64 to %7[%60] swizzled true at %8[%52]
              }
            }
          }
          barrier
          if %18 {
            end-phases %8[%13]
            end-phases %8[%14]
            end-phases %9[%13]
            end-phases %9[%14]
          }
        }
      }
      """;
}
