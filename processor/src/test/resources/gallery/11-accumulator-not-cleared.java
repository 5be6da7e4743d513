// The accumulator is not cleared.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Product {
  @TileKernel
  static void product(
      @Dims("m, k") FloatTensor<F16> a, @Dims("k, n") FloatTensor<F16> b, @Dims("m, n") FloatTensor<F32> c) {
    grid(ceilDiv(c.dim(1), 64), ceilDiv(c.dim(0), 64), (bx, by) -> {
      var as = shared(F16, 64, 32);
      var bs = shared(F16, 32, 64);
      var sum = fragment(F32, 64, 64);
      for (int k : pipelined(ceilDiv(a.dim(1), 32), 2)) {
        copy(a.at(by * 64, k * 32), as);
        copy(b.at(k * 32, bx * 64), bs);
        gemm(as, bs, sum);
      }
      copy(sum, c.at(by * 64, bx * 64));
    });
  }
}
