package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Budget {
  @TileKernel
  @Variant("size=8192")
  @Variant("size=64")
  static void budget(@Dims("m, n") FloatTensor<F32> a, @Const int size) {
    grid(
        1,
        x -> {
          var large = shared(F32, size, size);
//~                   ^ [KILN1601] This kernel needs 268976128 bytes of on-chip memory a block, of the 33554432 that cpu:x86-64-v2 has: | - shared large: 67239936 elements of f32, 268959744 bytes, at Budget.java:15:23 | - shared small: 4096 elements of f32, 16384 bytes, at Budget.java:16:23 | Use smaller tiles or fewer stages. | In @Variant("size=8192").
          var small = shared(F16, 64, 64);
          copy(a, large);
          copy(a, small);
          copy(large, a);
          copy(small, a);
        });
  }
}
