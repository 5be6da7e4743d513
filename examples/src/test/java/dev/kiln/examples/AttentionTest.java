package dev.kiln.examples;

import static dev.kiln.lang.Tile.F16;

import dev.kiln.lang.F16;
import dev.kiln.lang.FloatTensor;
import dev.kiln.runtime.KernelInfo;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Attention over every number of keys, with and without a mask. */
@Tag("everywhere")
final class AttentionTest {
  private static final int HEAD = 64;

  /** A kernel as its launcher and as its method run it. */
  interface Attending {
    void run(FloatTensor<F16> q, FloatTensor<F16> k, FloatTensor<F16> v, FloatTensor<F16> o);
  }

  static IntStream lengths() {
    KernelInfo kernel = AttentionKernel.info();
    int bm = Place.constants(kernel).of("bm");
    int bn = Place.constants(kernel).of("bn");
    return IntStream.concat(
            IntStream.concat(
                Trial.around(bm).stream().mapToInt(n -> n),
                Trial.around(bn).stream().mapToInt(n -> n)),
            IntStream.of(1, 7, 2 * bm, 3 * bm + 1))
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void full(int n) {
    KernelInfo kernel = AttentionKernel.info();
    check(
        "full",
        n,
        AttentionKernel::launch,
        (q, k, v, o) ->
            Attention.attention(
                q,
                k,
                v,
                o,
                Trial.constant(kernel, "bm"),
                Trial.constant(kernel, "bn"),
                Trial.constant(kernel, "stages")));
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void causal(int n) {
    KernelInfo kernel = CausalAttentionKernel.info();
    check(
        "causal",
        n,
        CausalAttentionKernel::launch,
        (q, k, v, o) ->
            Attention.causalAttention(
                q,
                k,
                v,
                o,
                Trial.constant(kernel, "bm"),
                Trial.constant(kernel, "bn"),
                Trial.constant(kernel, "stages")));
  }

  private static void check(String mask, int n, Attending launch, Attending direct) {
    int heads = 2;
    var trial = new Trial(mask + ", n = " + n);
    try (var q = trial.normal(F16, heads, n, HEAD);
        var k = trial.normal(F16, heads, n, HEAD);
        var v = trial.normal(F16, heads, n, HEAD)) {
      trial.check(
          ExpectedAttention.of(q, k, v, mask.equals("causal")),
          List.of(q, k, v),
          (in, o) -> direct.run(in.get(0), in.get(1), in.get(2), o),
          (in, o) -> launch.run(in.get(0), in.get(1), in.get(2), o),
          heads,
          n,
          HEAD);
    }
  }
}
