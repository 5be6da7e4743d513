package frontend;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** Operands that Java evaluates only when it needs them. */
final class Lazy {
  @TileKernel
  static void harmless(@Dims("n") IntTensor<I32> x, @Dims("n") IntTensor<I32> y, int p) {
    grid(x.dim(0), (b) -> {
      boolean near = b > 2 && b < 9 && x.get(b - 1) > 0 || p == b;
      y.set(b, near ? x.get(b + 1) : -1);
    });
  }

  @TileKernel
  static void divisions(@Dims("n") IntTensor<I32> x, @Dims("n") IntTensor<I32> y) {
    grid(x.dim(0), (b) -> {
      boolean divides = b != 3 && x.get(b) % (b - 3) == 0;
      boolean none = b == 5 || 100 / (b - 5) < 0;
      y.set(b, (divides ? 1 : 2) + (none ? 10 : 20) + (b == 7 ? 0 : 1000 / (b - 7)));
    });
  }

  @TileKernel
  static void assignments(@Dims("n") IntTensor<I32> y, int p) {
    grid(y.dim(0), (b) -> {
      int count = 0;
      boolean both = b > 4 && count++ == 0;
      boolean either = b < 8 || (count += 5) > 0;
      int last = both ? count *= 2 : (count -= 3);
      y.set(b, count * 100 + last + (either ? 1 : 0) + p);
    });
  }

  @TileKernel
  static void constants(@Dims("n") IntTensor<I32> y) {
    grid(y.dim(0), (b) -> {
      boolean no = false && b > 3;
      boolean yes = true || b > 3;
      boolean same = true && b > 3;
      y.set(b, (no ? 1 : 2) + (yes ? 4 : 8) + (same ? 16 : 32));
    });
  }
}
