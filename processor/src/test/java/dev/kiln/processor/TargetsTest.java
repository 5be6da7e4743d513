package dev.kiln.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;

import com.google.testing.compile.Compilation;
import dev.kiln.codegen.Backends;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every target can do all of the language, whatever its hardware has. */
final class TargetsTest {
  /** What hardware of some targets lacks: small atomics, products of small floats, options. */
  private static final String KERNEL =
      """
      package t;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class All {
        @TileKernel
        static void all(
            @Dims("n") FloatTensor<F16> half, @Dims("n") FloatTensor<BF16> brain,
            @Dims("n") FloatTensor<E4M3> small, @Dims("n") FloatTensor<E5M2> wide,
            @Dims("n") FloatTensor<F32> single, @Dims("n") DoubleTensor twice,
            @Dims("n") IntTensor<I8> bytes, @Dims("n") IntTensor<U8> unsigned,
            @Dims("n") IntTensor<I16> shorts, @Dims("n") LongTensor longs,
            @Dims("m, k") FloatTensor<F32> a, @Dims("m, m") FloatTensor<F32> c) {
          grid(ceilDiv(a.dim(0), 32), 1, threads(128), swizzle(2), persistent(), (x, y) -> {
            parallel(32, i -> {
              atomicAdd(half, i, 1f);
              atomicAdd(brain, i, 1f);
              atomicAdd(small, i, 1f);
              atomicAdd(wide, i, 1f);
              atomicAdd(single, i, 1f);
              atomicAdd(twice, i, 1);
              atomicAdd(bytes, i, 1);
              atomicAdd(unsigned, i, 1);
              atomicAdd(shorts, i, 1);
              atomicAdd(longs, i, 1);
            });
            var e4 = shared(E4M3, 32, 32);
            var e5 = shared(E5M2, 32, 32);
            var f = shared(F32, 32, 32);
            var sum = fragment(F32, 32, 32);
            clear(sum);
            copy(a.at(x * 32, 0), e4);
            copy(a.at(x * 32, 0), e5);
            copy(a.at(x * 32, 0), f);
            gemm(e4, e4.t(), sum, FULL_ROW);
            gemm(e5, e5.t(), sum, FULL_COLUMN);
            gemm(f, f.t(), sum, TF32);
            copy(sum, c.at(x * 32, 0));
            print("x", x);
            assertTrue(x >= 0, "x counts blocks");
          });
        }
      }
      """;

  @Test
  void everyTargetCompilesEveryWord() {
    String targets =
        Backends.ALL.stream()
            .flatMap(backend -> backend.targets().stream())
            .map(Object::toString)
            .collect(Collectors.joining(","));
    Compilation compilation =
        Sources.compile(new KilnProcessor(), List.of("-Akiln.targets=" + targets), KERNEL);
    assertThat(compilation).succeeded();
  }
}
