package dev.kiln.examples;

import static dev.kiln.lang.Tile.F16;
import static dev.kiln.lang.Tile.F32;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds let through what rounding does and nothing that a wrong kernel would do. */
final class ErrorBoundTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 100, 1000, 10_000})
  void aSumInSinglePrecisionIsWithin(int k) {
    try (var row = new Trial(k).normal(F32, 1, k)) {
      float sum = 0;
      for (float element : row.toFloats()) {
        sum += element * element;
      }
      assertTrue(ExpectedProduct.relu(row, row.t()).worst(new float[] {sum}).isWithin());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 1000, 10_000})
  void aSumInHalfPrecisionIsNot(int k) {
    try (var row = new Trial(k).normal(F32, 1, k)) {
      float sum = 0;
      for (float element : row.toFloats()) {
        sum = Float.float16ToFloat(Float.floatToFloat16(sum + element * element));
      }
      assertFalse(ExpectedProduct.relu(row, row.t()).worst(new float[] {sum}).isWithin());
    }
  }

  @Test
  void aMissingTermIsFound() {
    var ones = new float[1000];
    Arrays.fill(ones, 1);
    try (var row = Trial.filled(F16, ones, 1, ones.length)) {
      Expected expected = ExpectedProduct.relu(row, row.t());
      assertTrue(expected.worst(new float[] {1000}).isWithin());
      assertFalse(expected.worst(new float[] {999}).isWithin());
    }
  }

  @Test
  void whatWasNotWrittenIsFound() {
    var expected = new Expected(new double[] {1, 2}, new double[] {9, 9});
    assertTrue(expected.worst(new float[] {1, 2}).isWithin());
    assertFalse(expected.worst(new float[] {1, Float.NaN}).isWithin());
    assertEquals(1, expected.worst(new float[] {1, Float.NaN}).index());
  }
}
