package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a, float scale) {
    grid(1, block -> {
      int scaled = scale * 2;
//~                      ^ [KILN1112] A value of type float stands where int is needed. | Cast it with (int).
//~                      ^ incompatible types: possible lossy conversion from float to int
//=      int scaled = (int) (scale * 2);
      a.set(block, 0, scaled);
    });
  }
}
