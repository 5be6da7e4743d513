package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class NamedDims {
  @TileFunction
  static void product(
      @Dims("m, k") FloatTensor<F32> a,
      @Dims("k, n") FloatTensor<F32> b,
      @Dims("m, n") FloatTensor<F32> c) {
    gemm(a, b, c);
  }

  @TileFunction
  static float first(@Dims("n, 64") FloatTensor<F32> t) {
    return t.get(0, 0);
  }

  @TileFunction
  static float wrong(
      @Dims("2n, ") FloatTensor<F32> t, @Dims("n") int scalar) {
//~         ^ [KILN1014] '' is not a list of dimension names. | Write names or numbers with commas, as in @Dims("m, k").
//~         ^ [KILN1014] '2n' is not a list of dimension names. | Write names or numbers with commas, as in @Dims("m, k").
//~                                     ^ [KILN1013] @Dims stands on 'scalar', which is not a tensor. | Remove @Dims, or make the parameter a tensor.
    return t.get(0, 0);
  }

  @TileFunction
  static float square(@Dims("n, n") FloatTensor<F32> t) {
    return t.get(0, 0);
  }

  @TileKernel
  static void calls(
      @Dims("m, k") FloatTensor<F32> x,
      @Dims("k, m") FloatTensor<F32> y,
      @Dims("64") FloatTensor<F32> line,
      FloatTensor<F32> nameless) {
    grid(1, block -> {
      var a = shared(F32, 64, 32);
      var b = shared(F32, 64, 32);
      var c = fragment(F32, 64, 64);
      copy(x, a);
      copy(y, b);
      clear(c);
      product(a, b.t(), c);
      product(a, b, c);
//~              ^ [KILN1018] Dimension 0 of 'b' is 64, where @Dims says 'k', which is 32 in 'a'. | Give both one name in the kernel's @Dims, which launches check, or pass tiles of one size. | @Dims stands here. (NamedDims.java:11:14) | 'k' has its size from here. (NamedDims.java:46:15)
//~                 ^ [KILN1018] Dimension 1 of 'c' is 64, where @Dims says 'n', which is 32 in 'b'. | Give both one name in the kernel's @Dims, which launches check, or pass tiles of one size. | @Dims stands here. (NamedDims.java:12:17) | 'n' has its size from here. (NamedDims.java:46:18)
      line.set(0, first(c));
      line.set(1, first(x));
//~                     ^ [KILN1018] Dimension 1 of 'x' is k, where @Dims says 64. | Pass a tile of that extent, or a tensor for which the kernel's @Dims say it. | @Dims stands here. (NamedDims.java:17:32)
      line.set(2, first(line));
//~                     ^ [KILN1201] first needs rank 2, and 'line' has rank 1. | Use a tensor or tile of that rank. | @Dims stands here. (NamedDims.java:17:28) | Its dimensions are named here. (NamedDims.java:36:13)
      line.set(3, first(a));
//~                     ^ [KILN1018] Dimension 1 of 'a' is 32, where @Dims says 64. | Pass a tile of that extent, or a tensor for which the kernel's @Dims say it. | @Dims stands here. (NamedDims.java:17:32)
      line.set(4, square(x));
//~                      ^ [KILN1018] Dimension 1 of 'x' is k, where @Dims says 'n', which is m in 'x'. | Give both one name in the kernel's @Dims, which launches check, or pass tiles of one size. | @Dims stands here. (NamedDims.java:28:33) | 'n' has its size from here. (NamedDims.java:51:26)
      line.set(5, square(nameless) + nameless.get(0, 0));
//~                      ^ [KILN1018] Dimension 1 of 'nameless' is nameless.dim(1), where @Dims says 'n', which is nameless.dim(0) in 'nameless'. | Give both one name in the kernel's @Dims, which launches check, or pass tiles of one size. | @Dims stands here. (NamedDims.java:28:33) | 'n' has its size from here. (NamedDims.java:52:26)
      line.set(6, wrong(x, 1));
      square(c);
    });
  }

  @TileKernel
  static void uses(
      @Dims("m, 6") FloatTensor<F32> x, @Dims("n") FloatTensor<F32> y) {
    grid(1, block -> {
      y.set(0, x.get(0, 5) + x.t().get(5, 0));
      y.set(1, x.get(0, 6));
//~                     ^ [KILN1401] Index 6 is outside dimension 1 of 'x', whose size is 6. | Use an index from 0 to 5. | Its dimensions are named here. (NamedDims.java:60:13)
      y.set(2, x.t().get(6, 0));
//~                      ^ [KILN1401] Index 6 is outside dimension 0 of 'x.t()', whose size is 6. | Use an index from 0 to 5. | Its dimensions are named here. (NamedDims.java:60:13)
      y.set(3, x.get(-1, 0));
//~                  ^ [KILN1401] Index -1 is outside dimension 0 of 'x', whose size is m. | Use an index from 0 to m - 1. | Its dimensions are named here. (NamedDims.java:60:13)
      y.set(-1, x.get(0));
//~         ^ [KILN1401] Index -1 is outside dimension 0 of 'y', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (NamedDims.java:60:47)
//~              ^ [KILN1205] The rank of 'x' is 2, and the number of indices here is 1. | Give one index for each dimension. | Its dimensions are named here. (NamedDims.java:60:13)
      copy(x.at(0, 0, 0), shared(F32, 6, 6));
//~         ^ [KILN1205] The rank of 'x' is 2, and the number of indices here is 3. | Give one index for each dimension. | Its dimensions are named here. (NamedDims.java:60:13)
      y.set(4, y.t().get(0));
//~             ^ [KILN1201] t() needs rank at least 2, and 'y' has rank 1. | Use a tensor or tile of that rank. | Its dimensions are named here. (NamedDims.java:60:47)
      copy(shared(F32, 6, 6), y);
//~                           ^ [KILN1201] copy of a tile of rank 2 needs rank at least 2, and 'y' has rank 1. | Use a tensor or tile of that rank. | Its dimensions are named here. (NamedDims.java:60:47)
    });
  }

  @TileKernel
  static void behind(@Dims("m, n") FloatTensor<F32> x, FloatTensor<F32> y, @Dims("n") FloatTensor<F32> z) {
    grid(x.dim(0), block -> {
      int n = x.dim(1);
      y.set(block, x.get(block, n - 1) + x.get(block, n));
//~                                                   ^ [KILN1401] Index n is outside dimension 1 of 'x', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (NamedDims.java:74:53)
      parallel(8, i -> z.set(n + i + 1, x.get(i - 9, 0)));
//~                     ^ [KILN1403] Blocks 0 and 1 both touch [n + 1] of 'z', and one of them writes. | Let each block write its own part, as in z.set(block * size + i, value), or use atomicAdd; where one block does it all, write grid(1, ...). | This grid may have several blocks. (NamedDims.java:75:5)
//~                                ^ [KILN1401] Index n + 1 to n + 8 is outside dimension 0 of 'z', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (NamedDims.java:74:104)
//~                                             ^ [KILN1401] Index -9 to -2 is outside dimension 0 of 'x', whose size is m. | Use an index from 0 to m - 1. | Its dimensions are named here. (NamedDims.java:74:53)
      y.set(y.dim(0) - 1, x.get(n, 0));
//~    ^ [KILN1403] Blocks 0 and 1 both touch [... - 1] of 'y', and one of them writes. | Let each block write its own part, as in y.set(block, value), or use atomicAdd; where one block does it all, write grid(1, ...). | This grid may have several blocks. (NamedDims.java:75:5)
      y.set(y.dim(0), 1f);
//~    ^ [KILN1403] Blocks 0 and 1 both touch [...] of 'y', and one of them writes. | Let each block write its own part, as in y.set(block, value), or use atomicAdd; where one block does it all, write grid(1, ...). | This grid may have several blocks. (NamedDims.java:75:5)
//~          ^ [KILN1401] Index y.dim(0) is outside dimension 0 of 'y', whose size is y.dim(0). | Use an index from 0 to y.dim(0) - 1.
      z.set(-block - 1, x.get(n + block, 0));
//~                ^ [KILN1401] Index -1 or less is outside dimension 0 of 'z', whose size is n. | Use an index from 0 to n - 1. | Its dimensions are named here. (NamedDims.java:74:104)
    });
  }
}
