package dev.kiln.lang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

/** The functions that Java lacks, against values computed with many digits. */
class MathsTest {

  private static final MathContext DIGITS = new MathContext(60);
  private static final BigDecimal SQRT_PI =
      new BigDecimal("1.77245385090551602729816748334114518279754945612238712821380779");

  /** {@code 2/√π · Σ (−1)ⁿ x²ⁿ⁺¹ / (n! (2n+1))}, with enough digits for the cancellation. */
  private static double erfByDigits(double x) {
    BigDecimal value = new BigDecimal(x);
    BigDecimal square = value.multiply(value, DIGITS);
    BigDecimal power = value;
    BigDecimal sum = value;
    for (int n = 1; n < 400; n++) {
      power = power.multiply(square, DIGITS).divide(BigDecimal.valueOf(-n), DIGITS);
      sum = sum.add(power.divide(BigDecimal.valueOf(2L * n + 1), DIGITS), DIGITS);
    }
    return sum.multiply(BigDecimal.TWO).divide(SQRT_PI, DIGITS).doubleValue();
  }

  @Test
  void erfIsWithinThreeUnitsInTheLastPlace() {
    double worst = 0;
    for (double x = 0.001; x < 6.2; x += 0.037) {
      double expected = erfByDigits(x);
      worst = Math.max(worst, Math.abs(Maths.erf(x) - expected) / Math.ulp(expected));
      assertEquals(-Maths.erf(x), Maths.erf(-x));
    }
    assertTrue(worst <= 3, "error of " + worst + " units");
    assertEquals(1, Maths.erf(Double.POSITIVE_INFINITY));
    assertEquals(1e-300 * 2 / Math.sqrt(Math.PI), Maths.erf(1e-300), 1e-315);
    assertTrue(Double.isNaN(Maths.erf(Double.NaN)));
    assertEquals(-0.0, Maths.erf(-0.0));
  }

  @Test
  void log2IsExactForPowersOfTwo() {
    for (int n = -1074; n < 1024; n++) {
      assertEquals(n, Maths.log2(Math.scalb(1.0, n)));
    }
    assertEquals(Math.log(10) / Math.log(2), Maths.log2(10), 1e-15);
    assertEquals(Double.NEGATIVE_INFINITY, Maths.log2(0));
    assertTrue(Double.isNaN(Maths.log2(-1)));
    assertEquals(Double.POSITIVE_INFINITY, Maths.log2(Double.POSITIVE_INFINITY));
  }

  @Test
  void inverseHyperbolicFunctionsUndoTheirFunctions() {
    for (double x : new double[] {1e-12, 1e-3, 0.5, 1, 3, 20, 300}) {
      assertEquals(x, Maths.asinh(Math.sinh(x)), 4 * Math.ulp(x));
      assertEquals(-x, Maths.asinh(-Math.sinh(x)), 4 * Math.ulp(x));
      assertEquals(x, Maths.acosh(Math.cosh(x)), 1e-4 * Math.min(x, 1) + 1e-11);
    }
    for (double x : new double[] {1e-12, 1e-3, 0.5, 1, 2}) {
      assertEquals(x, Maths.atanh(Math.tanh(x)), 30 * Math.ulp(x));
    }
    assertEquals(Double.POSITIVE_INFINITY, Maths.atanh(1));
    assertTrue(Double.isNaN(Maths.acosh(0.5)));
    assertTrue(Double.isNaN(Maths.atanh(2)));
    assertEquals(-0.0, Maths.asinh(-0.0));
  }

  @Test
  void roundTakesTiesAwayFromZeroAndNearbyintToEven() {
    assertEquals(3f, Tile.round(2.5f));
    assertEquals(-3f, Tile.round(-2.5f));
    assertEquals(0.0, Tile.round(0.49999999999999994));
    assertEquals(0x1p52 + 1, Tile.round(0x1p52 + 1));
    assertEquals(-0.0f, Tile.round(-0.2f));
    assertEquals(2f, Tile.nearbyint(2.5f));
    assertEquals(-2.0, Tile.trunc(-2.9));
    assertEquals(Float.POSITIVE_INFINITY, Tile.round(Float.POSITIVE_INFINITY));
    assertTrue(Float.isNaN(Tile.round(Float.NaN)));
  }

  @Test
  void extremesFollowJava() {
    assertTrue(Float.isNaN(Tile.max(Float.NaN, 1f)));
    assertEquals(0.0f, Tile.max(-0.0f, 0.0f));
    assertEquals(-0.0f, Tile.min(0.0f, -0.0f));
    assertEquals(Integer.MIN_VALUE, Tile.abs(Integer.MIN_VALUE));
    assertEquals(4, Tile.ceilDiv(10, 3));
    assertEquals(-3, Tile.ceilDiv(-10, 3));
    assertEquals(2f, Tile.clamp(5f, 1f, 2f));
    assertEquals(0.5f, Tile.sigmoid(0f));
    assertEquals(0f, Tile.sigmoid(Float.NEGATIVE_INFINITY));
    assertEquals(0.5f, Tile.rsqrt(4f));
    assertEquals(-1.5f, Tile.fmod(-5.5f, 2f));
    assertEquals(12f, Tile.ldexp(1.5f, 3));
  }
}
