package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void scale(FloatTensor<F32> a) {
//~           ^ [KILN1030] The launcher 't.ScaleKernel' of this kernel is also that of kernel 't.Example.scale'. | Rename the kernel's method; the launcher is named after it.
    grid(a.dim(0), block -> a.set(block, 2 * a.get(block)));
  }

  @TileKernel
  static void scale(FloatTensor<F32> a, float by) {
//~           ^ [KILN1030] The launcher 't.ScaleKernel' of this kernel is also that of kernel 't.Example.scale'. | Rename the kernel's method; the launcher is named after it.
//=  static void scaleBy(FloatTensor<F32> a, float by) {
    grid(a.dim(0), block -> a.set(block, by * a.get(block)));
  }
}
