package dev.kiln.ir.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpShape;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RoundTripTest {

  @TestFactory
  Stream<DynamicTest> everyOperationRoundTrips() {
    return OpShape.all().stream()
        .map(
            type ->
                dynamicTest(
                    OpShape.of(type).mnemonic(),
                    () -> assertRoundTrips(new RandomText(7).kernelOf(type, 40))));
  }

  @Test
  void randomKernelsRoundTrip() {
    IntStream.range(0, 500).forEach(seed -> assertRoundTrips(new RandomText(seed).kernel()));
  }

  @Test
  void theExampleOfThePackageReadsAsItPrints() {
    String text =
        """
        kernel "Scale.twice" (%0.x: tensor<?xf32> (n), %1.y: tensor<?xf32> (n)) {
          %2 = dim %0.x axis 0 : i32
          grid (%3.b: i32) in (%2) {
            %4 = load-element %0.x[%3.b] : f32
            %5 = constant 2.0 : f32
            %6 = mul %4, %5 : f32
            store-element %1.y[%3.b] = %6
          }
        }
        """;
    assertEquals(text, Printer.print(Parser.parse("a.ir", text), Printer.Places.HIDDEN));
  }

  @Test
  void loopsReadAsWritten() {
    String text =
        """
        kernel "loops" (%0.n: i32) {
          grid (%1: i32) in (%0.n) {
            for %2.i: i32 = %1 to %0.n {
              break
            }
            for %3.i: i32 = %1 to %0.n step 4 unrolled {
            }
            while {
              %4 = lt %1, %0.n : bool
            } test %4 do {
              continue
            } update {
              trap division-by-zero if %4
            }
            if %4 {
            } else {
              %5 = fma %1, %1, %1 exact true : i32
            }
          }
        }
        """;
    assertEquals(text, Printer.print(Parser.parse("a.ir", text), Printer.Places.HIDDEN));
  }

  @Test
  void placesAreThoseOfTheTextUnlessWritten() {
    Kernel kernel =
        Parser.parse(
            "a.ir",
            """
            kernel "k" (%0: i32) {
              %1 = neg %0 : i32
              %2 = neg %0 : i32 @"B.java":3:4[5,6] < 7:8
            }
            """);
    LowOp.Unary first = (LowOp.Unary) kernel.body().ops().get(0);
    LowOp.Unary second = (LowOp.Unary) kernel.body().ops().get(1);
    assertEquals(Loc.text("a.ir", 2, 3), first.loc());
    assertEquals(new Loc("B.java", 3, 4, 5, 6, Loc.text("a.ir", 7, 8)), second.loc());
    assertFalse(Printer.print(kernel, Printer.Places.HIDDEN).contains("@"));
  }

  @Test
  void errorsSayWhereAndWhatWasExpected() {
    assertError("2:8: There is no operation 'ad'.", "%1 = ad %0, %0 : i32");
    assertError("2:16: '%7' is not defined before this use.", "%1 = add %0, %7 : i32");
    assertError("2:15: Expected ',', found ':'.", "%1 = add %0 : i32");
    assertError("2:3: 'add' has a result.", "add %0, %0 : i32");
    assertError("2:3: 'break' has no result.", "%1 = break");
    assertError("2:17: 'half' is no constant of type i32.", "%1 = constant half : i32");
    assertError("2:17: '300' is no constant of type u8.", "%1 = constant 300 : u8");
    assertError(
        "2:21: This type cannot be: extents must be positive: [0].",
        "%1 = alloc-tile : shared<00xf32>");
    assertError("2:3: This string has no closing quote on its line.", "\"x");
    assertError(
        "2:16: Expected a type such as f32, tensor<?xf32> or shared<8x8xf16>, found 'f31'.",
        "%1 = neg %0: f31");
  }

  private static void assertError(String expected, String op) {
    SyntaxError error =
        assertThrows(
            SyntaxError.class, () -> Parser.parse("a.ir", "kernel \"k\" (%0: i32) {\n  " + op));
    assertEquals("a.ir:" + expected, error.getMessage());
  }

  private static void assertRoundTrips(Kernel kernel) {
    String text = Printer.print(kernel);
    Kernel parsed = Parser.parse("never.ir", text);
    assertEquals(text, Printer.print(parsed));
    assertEquals(kernel, parsed);
  }
}
