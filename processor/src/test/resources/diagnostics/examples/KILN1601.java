package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      var tile = shared(F32, 4096, 4096);
//~              ^ [KILN1601] This kernel needs 67371008 bytes of on-chip memory a block, of the 33554432 that cpu:x86-64-v2 has: | - shared tile: 16842752 elements of f32, 67371008 bytes, at Example.java:11:18 | Use smaller tiles or fewer stages.
//=      var tile = shared(F32, 64, 64);
      copy(a, tile);
      copy(tile, a);
    });
  }
}
