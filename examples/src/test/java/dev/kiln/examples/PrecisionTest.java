package dev.kiln.examples;

import static dev.kiln.lang.Tile.BF16;
import static dev.kiln.lang.Tile.E4M3;
import static dev.kiln.lang.Tile.E5M2;
import static dev.kiln.lang.Tile.F32;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.kiln.lang.E4M3;
import dev.kiln.lang.FloatTensor;
import dev.kiln.runtime.Device;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Products of factors with few bits keep all of the bits that the factors have. */
final class PrecisionTest {
  private static final int VALUES = 127;

  /** A product's extents. */
  record Size(int m, int n, int k) {}

  static Stream<Size> sizes() {
    return Stream.of(
        new Size(1, 1, 1),
        new Size(64, 64, 64),
        new Size(65, 63, 33),
        new Size(130, 200, 70),
        new Size(7, 129, 128));
  }

  /** More blocks than a GPU runs at once. */
  static Stream<Size> sizesOfTheGpu() {
    return Stream.concat(sizes(), Stream.of(new Size(1500, 900, 40)));
  }

  private static float[] random(long seed, int count) {
    var random = new SplittableRandom(seed);
    var elements = new float[count];
    for (int i = 0; i < count; i++) {
      elements[i] = (float) random.nextGaussian();
    }
    return elements;
  }

  // TF32

  private static float tf32(float value) {
    double unit = Math.scalb(1.0, Math.getExponent(value) - 10);
    return (float) (Math.rint(value / unit) * unit);
  }

  private static void checkTf32(Size size, float[] found, String how) {
    float[] a = random(1, size.m * size.k);
    float[] b = random(2, size.k * size.n);
    for (int i = 0; i < size.m; i++) {
      for (int j = 0; j < size.n; j++) {
        double sum = 0;
        double magnitudes = 0;
        for (int k = 0; k < size.k; k++) {
          double product = (double) tf32(a[i * size.k + k]) * tf32(b[k * size.n + j]);
          sum += product;
          magnitudes += Math.abs(product);
        }
        // Far below what leaving out the rounding of the factors would change.
        double allowed = (size.k + 2) * 0x1p-23 * magnitudes;
        check(size + ", " + how, found[i * size.n + j], sum, allowed);
      }
    }
  }

  private static void check(String what, double found, double expected, double allowed) {
    if (!(Math.abs(found - expected) <= allowed)) {
      fail("%s: expected %s, found %s, allowed %s".formatted(what, expected, found, allowed));
    }
  }

  private static void tf32(Device device, Size size) {
    try (var a = device.tensor(F32, size.m, size.k);
        var b = device.tensor(F32, size.k, size.n);
        var c = device.tensor(F32, size.m, size.n)) {
      a.copyFrom(random(1, size.m * size.k));
      b.copyFrom(random(2, size.k * size.n));
      GemmTf32Kernel.launch(a, b, c);
      checkTf32(size, c.toFloats(), device.toString());
      try (var across = device.tensor(F32, size.n, size.k)) {
        across.copyFrom(transposed(random(2, size.k * size.n), size.k, size.n));
        c.copyFrom(new float[size.m * size.n]);
        GemmTf32TransposedKernel.launch(a, across, c);
        checkTf32(size, c.toFloats(), device + ", transposed");
      }
    }
  }

  private static float[] transposed(float[] matrix, int rows, int columns) {
    var across = new float[matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      across[i % columns * rows + i / columns] = matrix[i];
    }
    return across;
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void factorsAreRoundedToTf32(Size size) {
    for (Place place : Place.ALL) {
      tf32(place.device(), size);
    }
    try (var a = Trial.filled(F32, random(1, size.m * size.k), size.m, size.k);
        var b = Trial.filled(F32, random(2, size.k * size.n), size.k, size.n);
        var c = Trial.poisoned(F32, size.m, size.n)) {
      TunedGemm.gemmTf32(a, b, c, 64, 64, 32, 2);
      checkTf32(size, c.toFloats(), "called directly");
    }
  }

  /** Factors of which products differ by less than TF32 rounds, half way between two of it. */
  private static void ties(Device device) {
    int n = 64;
    try (var a = device.tensor(F32, n, n);
        var b = device.tensor(F32, n, n);
        var c = device.tensor(F32, n, n)) {
      var middles = new float[n * n];
      var expected = new float[n * n];
      var one = new float[n * n];
      for (int i = 0; i < n; i++) {
        one[i * n + i] = 1;
      }
      for (int i = 0; i < n * n; i++) {
        middles[i] = (i % 2 == 0 ? 1 : -1) * (1 + (2 * (i % 1024) + 1) * 0x1p-11f);
        expected[i] = tf32(middles[i]);
      }
      a.copyFrom(middles);
      b.copyFrom(one);
      GemmTf32TransposedKernel.launch(a, b, c);
      assertArrayEquals(expected, c.toFloats(), device.toString());
    }
  }

  @Test
  void middlesBetweenTwoOfTf32AreRoundedToEven() {
    for (Place place : Place.ALL) {
      ties(place.device());
    }
  }

  @Test
  @Tag("gpu")
  void middlesBetweenTwoOfTf32AreRoundedToEvenOnTheGpu() {
    ties(Device.best());
  }

  // Factors of two kinds

  private static void mixed(Device device, Size size, double unit) {
    try (var a = eights(device, 1, size.m, size.k);
        var b = device.tensor(E5M2, size.n, size.k);
        var c = device.tensor(F32, size.m, size.n)) {
      b.copyFrom(random(2, size.n * size.k));
      var nothing = new float[size.m * size.n];
      Arrays.fill(nothing, Float.NaN);
      c.copyFrom(nothing);
      MixedGemmKernel.launch(a, b, c);
      float[] found = c.toFloats();
      float[] left = a.toFloats();
      float[] right = b.toFloats();
      for (int i = 0; i < size.m; i++) {
        for (int j = 0; j < size.n; j++) {
          var sum = new RoughSum(unit);
          for (int k = 0; k < size.k; k++) {
            sum.add((double) left[i * size.k + k] * right[j * size.k + k]);
          }
          check(size + ", " + device, found[i * size.n + j], sum.total, sum.allowed());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void factorsOfTwoKindsAreMultiplied(Size size) {
    for (Place place : Place.ALL) {
      mixed(place.device(), size, 0);
    }
  }

  @ParameterizedTest
  @MethodSource("sizesOfTheGpu")
  @Tag("gpu")
  void factorsOfTwoKindsAreMultipliedOnTheGpu(Size size) {
    mixed(Device.best(), size, ROUGH);
  }

  /** A sum of products of 8 bits, and how far from it a device may be. */
  private static final class RoughSum {
    private final double unit;
    private double total;
    private double magnitudes;
    private double largest;
    private double before;
    private int count;

    /** Sums that keep {@code unit} of the largest term or sum. */
    RoughSum(double unit) {
      this.unit = unit;
    }

    void add(double product) {
      before = count % ROUGH_DEPTH == 0 ? total : before;
      total += product;
      magnitudes += Math.abs(product);
      largest = Math.max(largest, Math.max(Math.abs(product), Math.abs(total - before)));
      count++;
    }

    double allowed() {
      return (count + 4) * (0x1p-23 * magnitudes + unit * largest);
    }
  }

  @ParameterizedTest
  @MethodSource("sizesOfTheGpu")
  @Tag("gpu")
  void factorsAreRoundedToTf32OnTheGpu(Size size) {
    tf32(Device.best(), size);
  }

  // E4M3

  /** The values of E4M3 from zero up. */
  private static float[] values() {
    var values = new float[VALUES];
    for (int code = 0; code < VALUES; code++) {
      int exponent = Math.max(code >> 3, 1);
      int significand = code >> 3 == 0 ? code : 8 + (code & 7);
      values[code] = significand * (float) Math.scalb(1.0, exponent - 10);
    }
    return values;
  }

  /** Every value, what lies in the middle of two, and what lies next to that; negative as well. */
  private static void checkRounding(Device device) {
    float[] values = values();
    List<Float> given = new ArrayList<>();
    List<Float> expected = new ArrayList<>();
    for (int i = 0; i < VALUES; i++) {
      given.add(values[i]);
      expected.add(values[i]);
      if (i + 1 < VALUES) {
        float middle = (values[i] + values[i + 1]) / 2;
        given.addAll(List.of(middle, Math.nextDown(middle), Math.nextUp(middle)));
        expected.addAll(List.of(values[i + i % 2], values[i], values[i + 1]));
      }
    }
    int n = 2 * given.size();
    var x = new float[n];
    var y = new float[n];
    for (int i = 0; i < n; i++) {
      int sign = i % 2 == 0 ? 1 : -1;
      x[i] = sign * given.get(i / 2);
      y[i] = sign * expected.get(i / 2);
    }
    try (var from = device.tensor(F32, 1, n);
        var to = device.tensor(E4M3, 1, n);
        var scale = device.tensor(F32, 1)) {
      from.copyFrom(x);
      QuantiseKernel.launch(from, to, scale);
      assertEquals(1f, scale.toFloats()[0]);
      assertArrayEquals(y, to.toFloats(), device.toString());
    }
  }

  @Test
  void everyMiddleIsRoundedToEven() {
    for (Place place : Place.ALL) {
      checkRounding(place.device());
    }
  }

  @Test
  @Tag("gpu")
  void everyMiddleIsRoundedToEvenOnTheGpu() {
    checkRounding(Device.best());
  }

  private static FloatTensor<E4M3> eights(Device device, long seed, int rows, int columns) {
    FloatTensor<E4M3> tensor = device.tensor(E4M3, rows, columns);
    tensor.copyFrom(random(seed, rows * columns));
    return tensor;
  }

  private static float[] scales(long seed, int count) {
    float[] scales = random(seed, count);
    for (int i = 0; i < count; i++) {
      scales[i] = 1 + Math.abs(scales[i]);
    }
    return scales;
  }

  /** A way to run the kernel. */
  private interface Product {
    void run(
        FloatTensor<E4M3> a,
        FloatTensor<dev.kiln.lang.F32> scaleA,
        FloatTensor<E4M3> b,
        FloatTensor<dev.kiln.lang.F32> scaleB,
        FloatTensor<dev.kiln.lang.BF16> c);
  }

  /** What GPUs keep of a sum of 8-bit products, relative to the largest term or sum before it. */
  private static final double ROUGH = 0x1p-13;

  /** They add so many products to a sum of their own, and that to the others in F32. */
  private static final int ROUGH_DEPTH = 128;

  private static void scaled(Device device, Size size, double unit, Product product) {
    try (var a = eights(device, 1, size.m, size.k);
        var b = eights(device, 2, size.n, size.k);
        var scaleA = device.tensor(F32, size.m);
        var scaleB = device.tensor(F32, size.n);
        var c = device.tensor(BF16, size.m, size.n)) {
      float[] above = scales(3, size.m);
      float[] beside = scales(4, size.n);
      scaleA.copyFrom(above);
      scaleB.copyFrom(beside);
      var nothing = new float[size.m * size.n];
      Arrays.fill(nothing, Float.NaN);
      c.copyFrom(nothing);
      product.run(a, scaleA, b, scaleB, c);
      float[] found = c.toFloats();
      float[] left = a.toFloats();
      float[] right = b.toFloats();
      for (int i = 0; i < size.m; i++) {
        for (int j = 0; j < size.n; j++) {
          var sum = new RoughSum(unit);
          for (int k = 0; k < size.k; k++) {
            sum.add((double) left[i * size.k + k] * right[j * size.k + k]);
          }
          double scale = (double) above[i] * beside[j];
          double allowed = scale * (sum.allowed() + Math.abs(sum.total) * 0x1p-8);
          check(size + ", " + device, found[i * size.n + j], sum.total * scale, allowed);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void productsOfEightBitsAreSummedInF32(Size size) {
    for (Place place : Place.ALL) {
      scaled(place.device(), size, 0, ScaledGemmKernel::launch);
    }
    scaled(
        Device.cpu(),
        size,
        0,
        (a, scaleA, b, scaleB, c) -> ScaledGemm.scaledGemm(a, scaleA, b, scaleB, c, 64, 64, 64));
  }

  @ParameterizedTest
  @MethodSource("sizesOfTheGpu")
  @Tag("gpu")
  void productsOfEightBitsAreSummedInF32OnTheGpu(Size size) {
    scaled(Device.best(), size, ROUGH, ScaledGemmKernel::launch);
  }
}
