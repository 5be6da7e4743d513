package dev.kiln.interp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.ir.MathFunction;
import org.junit.jupiter.api.Test;

class FunctionsTest {

  @Test
  void erfAgreesWithTables() {
    assertClose(0.1124629160182849, Functions.erf(0.1));
    assertClose(0.5204998778130465, Functions.erf(0.5));
    assertClose(0.8427007929497149, Functions.erf(1));
    assertClose(-0.9953222650189527, Functions.erf(-2));
    assertClose(0.9999779095030014, Functions.erf(3));
    assertClose(0.9999999845827421, Functions.erf(4));
    assertClose(1, Functions.erf(7));
    assertEquals(-0.0, Functions.erf(-0.0));
    assertEquals(Double.NaN, Functions.erf(Double.NaN));
  }

  @Test
  void inverseHyperbolicFunctionsInvert() {
    for (double x : new double[] {1e-9, 0.3, 1, 4, 20}) {
      assertClose(x, apply(MathFunction.ASINH, Math.sinh(x)));
      assertClose(-x, apply(MathFunction.ASINH, Math.sinh(-x)));
    }
    assertClose(0.3, apply(MathFunction.ATANH, Math.tanh(0.3)));
    assertClose(4, apply(MathFunction.ACOSH, Math.cosh(4)));
    assertEquals(Double.NaN, apply(MathFunction.ACOSH, 0.5));
  }

  @Test
  void roundTakesTiesAwayFromZero() {
    assertEquals(3, apply(MathFunction.ROUND, 2.5));
    assertEquals(-3, apply(MathFunction.ROUND, -2.5));
    assertEquals(0, apply(MathFunction.ROUND, 0.49999999999999994));
    assertEquals(-0.0, apply(MathFunction.ROUND, -0.25));
    assertEquals(0x1p60, apply(MathFunction.ROUND, 0x1p60));
  }

  @Test
  void sigmoidDoesNotOverflow() {
    assertEquals(0.5, apply(MathFunction.SIGMOID, 0));
    assertClose(Math.exp(-700), apply(MathFunction.SIGMOID, -700));
    assertEquals(1, apply(MathFunction.SIGMOID, 800));
  }

  private static double apply(MathFunction function, double x) {
    return Functions.apply(function, x, 0);
  }

  private static void assertClose(double expected, double actual) {
    assertEquals(expected, actual, 4 * Math.ulp(expected));
  }
}
