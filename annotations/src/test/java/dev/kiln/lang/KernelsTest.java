package dev.kiln.lang;

import static dev.kiln.lang.Tile.BF16;
import static dev.kiln.lang.Tile.F16;
import static dev.kiln.lang.Tile.F32;
import static dev.kiln.lang.Tile.I32;
import static dev.kiln.lang.Tile.U8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole kernels called directly, against plain loops, with every mode on and with none. */
class KernelsTest {

  private static float[] random(int count, long seed) {
    var random = new SplittableRandom(seed);
    var values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) random.nextDouble(-1, 1);
    }
    return values;
  }

  @ParameterizedTest
  @CsvSource({"64, 64, 64, 32, 32, 16", "37, 53, 41, 16, 32, 8", "1, 1, 1, 16, 16, 16"})
  void gemmReluOfF16IsExactUpToF32SumsAndOneRounding(int m, int n, int k, int bm, int bn, int bk) {
    try (var a = FloatTensor.of(F16, m, k);
        var b = FloatTensor.of(F16, k, n);
        var c = FloatTensor.of(F16, m, n)) {
      a.copyFrom(random(m * k, 1));
      b.copyFrom(random(k * n, 2));
      Reference.strict().seed(3).run(() -> Kernels.gemmRelu(a, b, c, bm, bn, bk, 3));
      float[] strict = c.toFloats();
      Kernels.gemmRelu(a, b, c, bm, bn, bk, 1);
      assertArrayEquals(strict, c.toFloats(), "modes, order and stages do not change the result");
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          float sum = 0;
          for (int p = 0; p < k; p++) {
            sum += a.get(i, p) * b.get(p, j);
          }
          float rounded = Float.float16ToFloat(Float.floatToFloat16(Math.max(sum, 0)));
          assertEquals(rounded, c.get(i, j), "[%d, %d]".formatted(i, j));
        }
      }
    }
  }

  @Test
  void softmaxOfRowsNarrowerThanTheTileSumsToOne() {
    try (var x = FloatTensor.of(F32, 5, 13);
        var y = FloatTensor.of(BF16, 5, 13)) {
      x.copyFrom(random(65, 4));
      Reference.strict().run(() -> Kernels.softmax(x, y, 2, 16));
      for (int i = 0; i < 5; i++) {
        double sum = 0;
        double expected = 0;
        for (int j = 0; j < 13; j++) {
          expected += Math.exp(x.get(i, j));
          sum += y.get(i, j);
        }
        assertEquals(1, sum, 13 * 0x1p-9);
        assertEquals(Math.exp(x.get(i, 0)) / expected, y.get(i, 0), 0x1p-9);
      }
    }
  }

  @Test
  void histogramCountsEveryValueOnce() {
    try (var values = IntTensor.of(U8, 1000);
        var counts = IntTensor.of(I32, 256)) {
      var random = new SplittableRandom(5);
      var expected = new int[256];
      for (int i = 0; i < 1000; i++) {
        values.set(i, random.nextInt(256));
        expected[values.get(i)]++;
      }
      Reference.strict().run(() -> Kernels.histogram(values, counts, 128));
      assertArrayEquals(expected, counts.toInts());
    }
  }

  @Test
  void gemmReluOf128CubedIsPleasantToDebug() {
    try (var a = FloatTensor.of(F16, 128, 128);
        var b = FloatTensor.of(F16, 128, 128);
        var c = FloatTensor.of(F16, 128, 128)) {
      a.copyFrom(random(128 * 128, 1));
      b.copyFrom(random(128 * 128, 2));
      long start = System.nanoTime();
      Kernels.gemmRelu(a, b, c, 192, 256, 256, 1);
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      assertTrue(took.compareTo(Duration.ofSeconds(1)) < 0, () -> "took " + took);
    }
  }
}
