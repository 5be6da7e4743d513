package example;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;
import dev.kiln.runtime.Device;
import java.util.Random;

/** {@code c = max(a * b, 0)} as a kernel, launched at a size that no tile divides. */
public final class GemmRelu {
  private GemmRelu() {}

  @TileKernel
  @Variant("bm=64, bn=64, bk=32, stages=2")
  static void gemmRelu(
      @Dims("m, k") FloatTensor<F32> a,
      @Dims("k, n") FloatTensor<F32> b,
      @Dims("m, n") FloatTensor<F32> c,
      @Const int bm,
      @Const int bn,
      @Const int bk,
      @Const int stages) {
    int k = a.dim(1);
    grid(
        ceilDiv(c.dim(1), bn),
        ceilDiv(c.dim(0), bm),
        (bx, by) -> {
          var as = shared(F32, bm, bk);
          var bs = shared(F32, bk, bn);
          var acc = fragment(F32, bm, bn);
          clear(acc);
          for (int ko : pipelined(ceilDiv(k, bk), stages)) {
            copy(a.at(by * bm, ko * bk), as);
            copy(b.at(ko * bk, bx * bn), bs);
            gemm(as, bs, acc);
          }
          parallel(bm, bn, (i, j) -> acc.set(i, j, max(acc.get(i, j), 0f)));
          copy(acc, c.at(by * bm, bx * bn));
        });
  }

  public static void main(String[] args) {
    int m = 321;
    int n = 203;
    int k = 117;
    float[] left = random(m * k, 1);
    float[] right = random(k * n, 2);
    float[] product;
    Device cpu = Device.cpu();
    try (var a = cpu.tensor(F32, m, k);
        var b = cpu.tensor(F32, k, n);
        var c = cpu.tensor(F32, m, n)) {
      a.copyFrom(left);
      b.copyFrom(right);
      GemmReluKernel.launch(a, b, c);
      product = c.toFloats();
    }
    double worst = worstError(left, right, product, n, k);
    double tolerance = k * Math.ulp(1f);
    System.out.printf("gemmRelu %dx%dx%d: error %.2e of %.2e allowed%n", m, n, k, worst, tolerance);
    if (!(worst <= tolerance)) {
      System.exit(1);
    }
  }

  private static float[] random(int count, long seed) {
    var random = new Random(seed);
    var numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = random.nextFloat() - 0.5f;
    }
    return numbers;
  }

  /** The largest difference from the product in double; infinite when an element is NaN. */
  private static double worstError(float[] a, float[] b, float[] c, int n, int k) {
    double worst = 0;
    for (int at = 0; at < c.length; at++) {
      double sum = 0;
      for (int p = 0; p < k; p++) {
        sum += (double) a[at / n * k + p] * b[p * n + at % n];
      }
      double error = Math.abs(c[at] - Math.max(sum, 0));
      worst = Math.max(worst, Double.isNaN(error) ? Double.POSITIVE_INFINITY : error);
    }
    return worst;
  }
}
