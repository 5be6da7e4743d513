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

/** Products whose left operand lies in registers, and whose right one the threads have stored. */
class WarpgroupsTest {
  private static final int SEEDS = 5;
  private static final int COLUMNS = 96;
  private static final int REGISTERS = COLUMNS / 2;

  @Test
  void theProductIsThatOfAPlainLoop() {
    assertGives(1, UnaryOperator.identity());
    assertGives(1, text -> text.replace("f16", "bf16"));
  }

  @Test
  void productsFollowEachOtherOnOneAccumulator() {
    String product = MULTIPLY.strip();
    assertGives(2, text -> text.replace(product, product + "\n" + product));
    String again = "commit-products\n" + product + "\ncommit-products";
    assertGives(2, text -> text.replace("commit-products", again));
    assertGives(
        2, text -> text.replace(AWAIT, AWAIT + "\n" + product + "\ncommit-products\n" + AWAIT));
    assertGives(
        2,
        text ->
            text.replace(
                "commit-products", again + "\n" + AWAIT.replace("products 0", "products 1")));
  }

  @Test
  void aProductThatDoesNotAddTakesThePlaceOfWhatWasThere() {
    String product = MULTIPLY.strip();
    String first = product.replace("columns 96", "columns 96 adds false");
    assertGives(1, text -> text.replace(product, product + "\n" + first));
    assertGives(2, text -> text.replace(product, first + "\n" + product));
    assertGives(1, text -> text.replace(product, first).replace("store %9[%28] = %27", ""));
  }

  @Test
  void whatThreadsWriteHasToBePublished() {
    String unpublished =
        "k.ir:43:5: It does not see what thread 0 writes at k.ir:27:7 [store %7.bs[%24] = %25]:"
            + " that thread has not published it.";
    assertFails(text -> without(text, "publish-writes"), unpublished);
    assertFails(
        text -> text.replace("publish-writes\n    barrier", "barrier\n    publish-writes"),
        unpublished);
    assertFails(
        text -> text.replaceFirst("barrier", ""),
        "k.ir:43:5: A product reads what thread 0 writes at k.ir:27:7 [store %7.bs[%24] = %25],"
            + " and nothing puts one before the other.");
  }

  @Test
  void registersOfAProductUnderWayAreNotTouched() {
    assertFails(
        text -> without(text, AWAIT),
        "k.ir:48:7: The product of k.ir:43:5 is under way and uses this register.");
    assertFails(
        text -> text.replace(AWAIT, "store %9[%6] = %27\n" + AWAIT),
        "k.ir:45:5: The product of k.ir:43:5 is under way and uses this register.");
    assertFails(
        text -> text.replace(AWAIT, "%70 = load %8[%6] : f16\nstore %8[%6] = %70\n" + AWAIT),
        "k.ir:45:5: The product of k.ir:43:5 is under way and uses this register.");
    assertFails(
        text -> without(text, "commit-products"),
        "k.ir:48:7: The product of k.ir:43:5 is under way and uses this register.");
    assertFails(
        text -> text.replace(AWAIT, AWAIT.replace("products 0", "products 1")),
        "k.ir:48:7: The product of k.ir:43:5 is under way and uses this register.");
    assertFails(
        text -> text.replace(AWAIT, AWAIT.replace("registers 48", "registers 47")),
        "k.ir:48:7: No AwaitProducts says that this register has the sum of the product of"
            + " k.ir:43:5.");
  }

  @Test
  void registersThatWereTouchedAreBegunWith() {
    String missing =
        "No BeginProducts stands between this product and what has touched its registers.";
    assertFails(text -> without(text, BEGIN), "k.ir:43:5: " + missing);
    assertFails(
        text -> text.replace(MULTIPLY, "store %9[%6] = %27\n" + MULTIPLY), "k.ir:44:1: " + missing);
    assertFails(
        text -> text.replace(MULTIPLY, "store %8[%6] = %71\n" + MULTIPLY), "k.ir:44:1: " + missing);
    String read = AWAIT + "\n%70 = load %9[%6] : f32\n";
    assertFails(
        text -> text.replace(AWAIT, read + MULTIPLY + "\ncommit-products\n" + AWAIT),
        "k.ir:47:1: " + missing);
  }

  @Test
  void memoryOfAProductUnderWayIsNotOverwritten() {
    assertFails(
        text -> text.replace(AWAIT, "store %7[%5] = %71\n" + AWAIT),
        "k.ir:45:5: Thread 0 writes what a product reads at k.ir:43:5 [multiply-warpgroup f16"
            + " columns 96 %9.acc[%6] += %8.left[%6] * %7.bs[%6] across true panel 1024],"
            + " and nothing puts one before the other.");
  }

  @Test
  void aProductTakesAWarpgroup() {
    assertFails(
        text -> text.replace("threads 128", "threads 96"),
        "k.ir:42:5: It takes a warpgroup of 128 threads; this one has 96.");
    assertFails(
        text -> text.replace(BEGIN, "%72 = eq %4, %73 : bool\nif %72 {\n" + BEGIN + "\n}"),
        "k.ir:44:1: Thread 0 waits here, in divergent control: thread 1 waits at k.ir:46:5.");
    assertFails(
        text -> text.replace("%7[%6] across", "%7[%5] across"),
        "k.ir:43:5: Thread 1 gives another place of %7.bs.");
  }

  @Test
  void operandsLieInLinesOf128Bytes() {
    assertFails(
        text -> text.replace("%7[%6] across true panel 1024", "%7[%74]"),
        "k.ir:43:5: At byte 8200 no 32 bytes of a row of 128 begin, for %7.bs.");
    assertFails(
        text -> text.replace("%7[%6] across", "%7[%75] across"),
        "k.ir:43:5: At byte 8208 no 128 bytes of a row of 128 begin, for %7.bs.");
    assertFails(
        text -> text.replace("panel 1024", "panel 2048"),
        "k.ir:43:5: It reads element 2048, outside of %7.bs.");
  }

  private static String without(String text, String line) {
    assertTrue(text.contains(line), line);
    return text.replace(line, "");
  }

  private static void assertGives(int times, UnaryOperator<String> change) {
    Kernel kernel = kernel(change);
    DType operand = kernel.params().getFirst().value().buffer().element();
    for (int seed = 0; seed < SEEDS; seed++) {
      List<TensorData> tensors = tensors(operand, seed);
      Interpreter.run(kernel, tensors, Options.DEFAULT.withSeed(seed));
      for (int i = 0; i < 64; i++) {
        for (int j = 0; j < COLUMNS; j++) {
          double sum = 0;
          for (int k = 0; k < 16; k++) {
            int held = thread(i, k) * 8 + k / 8 * 4 + i / 8 % 2 * 2 + k % 2;
            sum += tensors.get(0).get(held) * tensors.get(1).get(stored(k, j));
          }
          int register = j / 8 * 4 + i / 8 % 2 * 2 + j % 2;
          assertEquals(times * sum, tensors.get(2).get(thread(i, j) * REGISTERS + register));
        }
      }
    }
  }

  /** PTX ISA 9.0, 9.7.15.5.1: the thread that holds an element in registers. */
  private static int thread(int row, int column) {
    return row / 16 * 32 + row % 8 * 4 + column % 8 / 2;
  }

  /** In panels of 64 columns. */
  private static int stored(int depth, int column) {
    return column / 64 * 1024 + depth * 64 + column % 64;
  }

  private static List<TensorData> tensors(DType operand, long seed) {
    var random = new Random(seed);
    TensorData left = TensorData.zeros(operand, 128 * 8);
    TensorData right = TensorData.zeros(operand, 2048);
    for (TensorData tensor : List.of(left, right)) {
      for (int i = 0; i < tensor.size(); i++) {
        tensor.set(i, random.nextInt(-8, 9));
      }
    }
    return List.of(left, right, TensorData.zeros(DType.F32, 128 * REGISTERS));
  }

  /** So in ascending order of the threads; in any other there is some failure, too. */
  private static void assertFails(UnaryOperator<String> fault, String expected) {
    Kernel kernel = kernel(fault);
    for (int seed = 0; seed < SEEDS; seed++) {
      Options options = Options.DEFAULT.withSeed(seed);
      List<TensorData> tensors = tensors(DType.F16, seed);
      InterpreterException error =
          assertThrows(InterpreterException.class, () -> Interpreter.run(kernel, tensors, options));
      if (seed == 0) {
        assertEquals(expected, error.loc() + ": " + error.sentence());
      }
    }
  }

  private static Kernel kernel(UnaryOperator<String> change) {
    String text =
        change.apply(
            KERNEL.replace("BEGIN", BEGIN).replace("MULTIPLY", MULTIPLY).replace("AWAIT", AWAIT));
    Kernel kernel = Parser.parse("k.ir", text);
    assertEquals(List.of(), Verifier.verify(kernel));
    return kernel;
  }

  private static final String BEGIN = "begin-products [%9, %8] counts [48, 8]";

  private static final String MULTIPLY =
      "multiply-warpgroup f16 columns 96 %9[%6] += %8[%6] * %7[%6] across true panel 1024";

  private static final String AWAIT = "await-products 0 for %9[%6] registers 48";

  private static final String KERNEL =
      """
      kernel "held" (%0.a: tensor<?xf16>, %1.b: tensor<?xf16>, %2.c: tensor<?xf32>) {
        %3 = constant 1 : i32
        grid (%50: i32) in (%3) threads 128 {
          %51.a = tensor-memory %0 : memory<global, f16>
          %52.b = tensor-memory %1 : memory<global, f16>
          %53.c = tensor-memory %2 : memory<global, f32>
          %4.t = thread-index : i32
          %5 = cast %4 : i64
          %6 = constant 0 : i64
          %7.bs = arena-memory 2048 at 8192 : memory<shared, f16>
          %8.left = register-memory 8 : memory<fragment, f16>
          %9.acc = register-memory 48 : memory<fragment, f32>
          %10 = constant 2048 : i64
          %71 = constant 0.0 : f16
          %73 = constant 0 : i32
          %74 = constant 4 : i64
          %75 = constant 8 : i64
          for %20: i64 = %5 to %10 step 128 {
            %21 = constant 6 : i64
            %22 = shr %20, %21 : i64
            %76 = constant 7 : i64
            %77 = and %22, %76 : i64
            %78 = constant 3 : i64
            %23 = shl %77, %78 : i64
            %24 = xor %20, %23 : i64
            %25 = load %52[%20] : f16
            store %7[%24] = %25
          }
          publish-writes
          barrier
          %26 = constant 48 : i64
          %27 = constant 0.0 : f32
          for %28: i64 = %6 to %26 {
            store %9[%28] = %27
          }
          for %29: i64 = %6 to %75 {
            %30 = mul %5, %75 : i64
            %31 = add %30, %29 : i64
            %32 = load %51[%31] : f16
            store %8[%29] = %32
          }
          BEGIN
          MULTIPLY
          commit-products
          AWAIT
          %33 = mul %5, %26 : i64
          for %34: i64 = %6 to %26 {
            %35 = load %9[%34] : f32
            %36 = add %33, %34 : i64
            store %53[%36] = %35
          }
        }
      }
      """;
}
