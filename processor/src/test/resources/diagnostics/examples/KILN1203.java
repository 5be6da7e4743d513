package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var q = shared(F16, 64, 32);
      var k = shared(F16, 64, 32);
      var scores = fragment(F32, 64, 64);
      copy(a, q);
      copy(a, k);
      clear(scores);
      gemm(q, k, scores);
//~           ^ [KILN1203] gemm needs [m, k] and [k, n] for [m, n], and has [64, 32] and [64, 32] for [64, 64]. | Write k.t() for the second factor. | 'q' is made here, as f16[64, 32]. (Example.java:11:15) | 'k' is made here, as f16[64, 32]. (Example.java:12:15) | 'scores' is made here, as f32[64, 64]. (Example.java:13:20)
//=      gemm(q, k.t(), scores);
      copy(scores, a);
    });
  }
}
