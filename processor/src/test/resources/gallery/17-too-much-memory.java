// The tiles are larger than the memory of a GPU.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

// options: -Akiln.targets=cuda:sm_80
class Product {
  @TileKernel
  static void product(
      @Dims("m, k") FloatTensor<F16> a, @Dims("k, n") FloatTensor<F16> b, @Dims("m, n") FloatTensor<F32> c) {
    grid(ceilDiv(c.dim(1), 256), ceilDiv(c.dim(0), 256), (bx, by) -> {
      var as = shared(F16, 256, 256);
      var bs = shared(F16, 256, 256);
      var sum = fragment(F32, 256, 256);
      clear(sum);
      for (int k : pipelined(ceilDiv(a.dim(1), 256), 3)) {
        copy(a.at(by * 256, k * 256), as);
        copy(b.at(k * 256, bx * 256), bs);
        gemm(as, bs, sum);
      }
      copy(sum, c.at(by * 256, bx * 256));
    });
  }
}
