// options: -Akiln.targets=cuda:sm_80
package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, k") FloatTensor<F16> a, @Dims("m, n") FloatTensor<F32> c) {
    grid(1, block -> {
      var row = shared(F16, 512, 64);
//=      var row = shared(F16, 128, 64);
      var sum = fragment(F32, 512, 512);
//~             ^ [KILN1605] This kernel needs 1120 registers a thread for its fragments, of the 255 that cuda:sm_80 has for each of 256 threads: | - sum: 1024 elements of f32 a thread, 1024 registers, at Example.java:13:17 | - temporary: 128 elements of f16 a thread, 64 registers, at Example.java:17:9 | - temporary: 64 elements of f16 a thread, 32 registers, at Example.java:17:9 | Use smaller fragments or shared tiles, or let more threads share them, as in grid(m, n, threads(256), ...).
//=      var sum = fragment(F32, 128, 128);
      clear(sum);
      for (int k : serial(ceilDiv(a.dim(1), 64))) {
        copy(a.at(0, k * 64), row);
        gemm(row, row.t(), sum);
      }
      copy(sum, c);
    });
  }
}
