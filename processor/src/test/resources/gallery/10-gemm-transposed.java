// The second factor of a product lies the other way round.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Scores {
  @TileKernel
  static void scores(
      @Dims("m, d") FloatTensor<F16> q, @Dims("n, d") FloatTensor<F16> k, @Dims("m, n") FloatTensor<F32> s) {
    grid(ceilDiv(s.dim(1), 64), ceilDiv(s.dim(0), 64), (bx, by) -> {
      var qs = shared(F16, 64, 128);
      var ks = shared(F16, 64, 128);
      var sum = fragment(F32, 64, 64);
      clear(sum);
      copy(q.at(by * 64, 0), qs);
      copy(k.at(bx * 64, 0), ks);
      gemm(qs, ks, sum);
      copy(sum, s.at(by * 64, bx * 64));
    });
  }
}
