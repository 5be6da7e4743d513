package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a, int n) {
    grid(1, block -> {
      if (n < 0) throw new IllegalArgumentException();
//~              ^ [KILN1107] Exceptions are not available in a kernel. | Check arguments before the launch, or what only the kernel knows with assertTrue(condition).
//=
      a.set(block, 0, 1f);
    });
  }
}
