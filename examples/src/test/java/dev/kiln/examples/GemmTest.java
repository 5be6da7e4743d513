package dev.kiln.examples;

import static dev.kiln.lang.Tile.BF16;
import static dev.kiln.lang.Tile.F16;
import static dev.kiln.lang.Tile.F32;

import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.FloatType;
import dev.kiln.runtime.KernelInfo;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Products of every size are as exact as their type allows. */
@Tag("everywhere")
final class GemmTest {

  /** A product's extents. */
  record Size(int m, int n, int k) {}

  /** A kernel as its launcher and as its method run it. */
  interface Product<T extends FloatType> {
    void run(FloatTensor<T> a, FloatTensor<T> b, FloatTensor<T> c);
  }

  static Stream<Size> sizesOfF32() {
    return sizes(GemmReluF32Kernel.info());
  }

  static Stream<Size> sizesOfF16() {
    return sizes(GemmReluKernel.info());
  }

  static Stream<Size> sizesOfBf16() {
    return sizes(GemmReluBf16Kernel.info());
  }

  private static Stream<Size> sizes(KernelInfo kernel) {
    int bm = Place.constants(kernel).of("bm");
    int bn = Place.constants(kernel).of("bn");
    int bk = Place.constants(kernel).of("bk");
    return Stream.of(
            Trial.around(bm).stream().map(m -> new Size(m, bn, bk)),
            Trial.around(bn).stream().map(n -> new Size(bm, n, bk)),
            Trial.around(bk).stream().map(k -> new Size(bm, bn, k)),
            Stream.of(
                new Size(1, 1, 1),
                new Size(1, bn, bk),
                new Size(bm, 1, bk),
                new Size(bm, bn, 1),
                new Size(bm + 1, bn + 7, bk - 8),
                new Size(2 * bm, 2 * bn, 2 * bk)))
        .flatMap(sizes -> sizes)
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("sizesOfF32")
  void f32(Size size) {
    check(
        size,
        F32,
        GemmReluF32Kernel::launch,
        (a, b, c) ->
            Gemm.gemmReluF32(
                a,
                b,
                c,
                Trial.constant(GemmReluF32Kernel.info(), "bm"),
                Trial.constant(GemmReluF32Kernel.info(), "bn"),
                Trial.constant(GemmReluF32Kernel.info(), "bk"),
                Trial.constant(GemmReluF32Kernel.info(), "stages")));
  }

  @ParameterizedTest
  @MethodSource("sizesOfF16")
  void f16(Size size) {
    check(
        size,
        F16,
        GemmReluKernel::launch,
        (a, b, c) ->
            Gemm.gemmRelu(
                a,
                b,
                c,
                Trial.constant(GemmReluKernel.info(), "bm"),
                Trial.constant(GemmReluKernel.info(), "bn"),
                Trial.constant(GemmReluKernel.info(), "bk"),
                Trial.constant(GemmReluKernel.info(), "stages")));
  }

  @ParameterizedTest
  @MethodSource("sizesOfBf16")
  void bf16(Size size) {
    check(
        size,
        BF16,
        GemmReluBf16Kernel::launch,
        (a, b, c) ->
            Gemm.gemmReluBf16(
                a,
                b,
                c,
                Trial.constant(GemmReluBf16Kernel.info(), "bm"),
                Trial.constant(GemmReluBf16Kernel.info(), "bn"),
                Trial.constant(GemmReluBf16Kernel.info(), "bk"),
                Trial.constant(GemmReluBf16Kernel.info(), "stages")));
  }

  private static <T extends FloatType> void check(
      Size size, T dtype, Product<T> launch, Product<T> direct) {
    var trial = new Trial(dtype + " " + size);
    try (var a = trial.normal(dtype, size.m, size.k);
        var b = trial.normal(dtype, size.k, size.n)) {
      trial.check(
          ExpectedProduct.relu(a, b),
          List.of(a, b),
          (factors, c) -> direct.run(factors.get(0), factors.get(1), c),
          (factors, c) -> launch.run(factors.get(0), factors.get(1), c),
          size.m,
          size.n);
    }
  }
}
