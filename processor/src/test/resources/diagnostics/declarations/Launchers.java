package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Launchers {
  @TileKernel
  static void twice(FloatTensor<F32> a) {
//~           ^ [KILN1030] The launcher 't.TwiceKernel' of this kernel is also that of kernel 't.Launchers.twice'. | Rename the kernel's method; the launcher is named after it.
    grid(1, x -> a.set(x, 0f));
  }

  @TileKernel
  static void twice(FloatTensor<F32> a, int more) {
//~           ^ [KILN1030] The launcher 't.TwiceKernel' of this kernel is also that of kernel 't.Launchers.twice'. | Rename the kernel's method; the launcher is named after it.
    grid(1, x -> a.set(x, 0f));
  }

  @TileKernel
  static void taken(FloatTensor<F32> a) {
//~           ^ [KILN1030] The launcher 't.TakenKernel' of this kernel is also another class of this build. | Rename the kernel's method; the launcher is named after it.
    grid(1, x -> a.set(x, 0f));
  }
}

final class TakenKernel {}
