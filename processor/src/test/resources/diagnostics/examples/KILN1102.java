package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a, int mode) {
    grid(1, block -> {
      var chosen = switch (mode) { default -> 1f; };
//~                ^ [KILN1102] switch is not available in a kernel. | Use ?: or if and else.
//=      var chosen = mode == 0 ? 0f : 1f;
      a.set(block, 0, chosen);
    });
  }
}
