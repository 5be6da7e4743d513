package dev.kiln.interp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.ir.DType;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BitsTest {

  @Test
  void everyF16ReadsAndRoundsBack() {
    for (int bits = Short.MIN_VALUE; bits <= Short.MAX_VALUE; bits++) {
      double value = Bits.toDouble(DType.F16, bits);
      if (!Double.isNaN(value)) {
        assertEquals((short) bits, (short) Bits.ofDouble(DType.F16, value));
      }
      double wide = Bits.toDouble(DType.BF16, bits);
      if (!Double.isNaN(wide)) {
        assertEquals((short) bits, (short) Bits.ofDouble(DType.BF16, wide));
      }
    }
  }

  @Test
  void doublesRoundOnceToTheNearestEvenSmallFloat() {
    var random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      assertNearest(DType.F16, Math.scalb(random.nextGaussian(), random.nextInt(44) - 28));
      assertNearest(DType.BF16, Math.scalb(random.nextGaussian(), random.nextInt(260) - 132));
    }
    // Just above a tie: through a float it would become the tie and round down.
    assertEquals(0x3C01, Bits.ofDouble(DType.F16, 1 + 0x1p-11 + 0x1p-40));
    assertEquals(0x3C00, Bits.ofDouble(DType.F16, 1 + 0x1p-11));
    assertEquals(0x7C00, Bits.ofDouble(DType.F16, 65520));
    assertEquals(0x7BFF, Bits.ofDouble(DType.F16, 65519));
  }

  @Test
  void longsRoundOnceToSmallFloats() {
    // 2^60 + 2^52 is a tie of BF16 (8 bits); one more is not.
    long tie = (1L << 60) + (1L << 52);
    assertEquals(Bits.ofDouble(DType.BF16, 0x1p60), Bits.cast(DType.I64, DType.BF16, tie));
    assertEquals(
        Bits.ofDouble(DType.BF16, 0x1p60 + 0x1p53), Bits.cast(DType.I64, DType.BF16, tie + 1));
    assertEquals(
        Bits.ofDouble(DType.BF16, -0x1p60 - 0x1p53), Bits.cast(DType.I64, DType.BF16, -tie - 1));
    assertEquals(
        Bits.ofDouble(DType.BF16, 0x1p63), Bits.cast(DType.I64, DType.BF16, Long.MAX_VALUE));
  }

  @Test
  void floatsSaturateAndIntegersWrap() {
    long big = Bits.ofDouble(DType.F32, 3e9);
    assertEquals(Integer.MAX_VALUE, Bits.cast(DType.F32, DType.I32, big));
    assertEquals(127, Bits.cast(DType.F32, DType.I8, big));
    assertEquals(255, Bits.cast(DType.F32, DType.U8, big));
    assertEquals(0, Bits.cast(DType.F32, DType.I32, Bits.ofDouble(DType.F32, Double.NaN)));
    assertEquals(-1, Bits.cast(DType.F64, DType.I64, Bits.ofDouble(DType.F64, -1.9)));
    assertEquals(-128, Bits.cast(DType.I32, DType.I8, 128));
    assertEquals(255, Bits.cast(DType.I32, DType.U8, -1));
    assertEquals(1, Bits.cast(DType.I32, DType.BOOL, 2));
    assertEquals(1, Bits.cast(DType.F32, DType.BOOL, Bits.ofDouble(DType.F32, 0.5)));
  }

  private static void assertNearest(DType dtype, double value) {
    short bits = (short) Bits.ofDouble(dtype, value);
    double rounded = Bits.toDouble(dtype, bits);
    if (Double.isInfinite(rounded)) {
      return;
    }
    BigDecimal error = distance(value, rounded);
    for (int neighbour : new int[] {bits - 1, bits + 1}) {
      double other = Bits.toDouble(dtype, (short) neighbour);
      if (Double.isFinite(other) && other != rounded) {
        int order = error.compareTo(distance(value, other));
        boolean isEven = (bits & 1) == 0;
        assertEquals(true, order < 0 || (order == 0 && isEven), () -> dtype + " of " + value);
      }
    }
  }

  private static BigDecimal distance(double a, double b) {
    return new BigDecimal(a).subtract(new BigDecimal(b)).abs();
  }
}
