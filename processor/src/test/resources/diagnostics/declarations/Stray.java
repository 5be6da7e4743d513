package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Stray {
  @Variant("size=64")
//~@3 [KILN1006] @Variant means nothing at method 'forgotten', which is not a kernel. | Mark the method with @TileKernel, or remove @Variant.
  @Variant(target = "cpu", value = "size=128")
  static void forgotten(@Dims("n") FloatTensor<F32> a, @Const int size) {
    grid(1, x -> a.set(x, 0f));
  }

  @Deprecated
  @dev.kiln.lang.Variant.Rows({@Variant("size=64")})
//~@3 [KILN1006] @Variant means nothing at method 'rows', which is not a kernel. | Mark the method with @TileKernel, or remove @Variant.
  void rows() {}

  static int plain(int more, final @Const int size, @Dims("m") FloatTensor<F32> a) {
//~                                ^ [KILN1006] @Const means nothing at method 'plain', which is not a kernel. | Mark the method with @TileKernel, or remove @Const.
    return size + more;
  }

  static void named(@Dims("m, k") FloatTensor<F32> a) {}
//~                 ^ [KILN1006] @Dims means nothing at method 'named', which is not a kernel. | Mark the method with @TileKernel or @TileFunction, or remove @Dims.

  Stray(@Const int size) {}
//~@3 [KILN1006] @Const means nothing at a constructor. | Remove it; only methods can be kernels.

  @TileFunction
  @Variant("size=64")
//~@3 [KILN1006] @Variant means nothing at @TileFunction 'function'. | Move it to the kernel that calls the function.
  static float function(@Dims("m") FloatTensor<F32> a, @Const int size) {
//~                                                    ^ [KILN1006] @Const means nothing at @TileFunction 'function'. | Remove it; functions are inlined, and a constant argument stays a constant in them.
    return a.get(size);
  }

  @TileKernel
  @Variant("size=64")
  static void kernel(@Dims("n") FloatTensor<F32> a, @Const int size) {
    grid(1, x -> a.set(x, size));
  }
}
