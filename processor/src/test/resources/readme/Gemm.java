// What the README shows.
import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Gemm {
  @TileKernel
  static void gemmRelu(
      @Dims("m, k") FloatTensor<F16> a, @Dims("n, k") FloatTensor<F16> b, @Dims("m, n") FloatTensor<F16> c) {
    grid(ceilDiv(c.dim(1), 128), ceilDiv(c.dim(0), 128), (bx, by) -> {
      var as = shared(F16, 128, 64);
      var bs = shared(F16, 128, 64);
      var acc = fragment(F32, 128, 128);
      clear(acc);
      for (int ko : pipelined(ceilDiv(a.dim(1), 64), 3)) {
        copy(a.at(by * 128, ko * 64), as);
        copy(b.at(bx * 128, ko * 64), bs);
        gemm(as, bs, acc);
      }
      System.out.println(acc);
      copy(acc, c.at(by * 128, bx * 128, 0));
    });
  }
}
