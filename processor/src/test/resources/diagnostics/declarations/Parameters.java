package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Parameters {
  @TileKernel
  static void types(String s, float[] xs, int... more) {
//~                 ^ [KILN1010] A kernel cannot have a parameter of type 'String'. | Use a tensor (FloatTensor<F32>, IntTensor<I32>, ...), int, long, float, double or boolean.
//~                                ^ [KILN1010] A kernel cannot have a parameter of type 'float[]'. | Use a tensor (FloatTensor<F32>, IntTensor<I32>, ...), int, long, float, double or boolean.
//~                                       ^ [KILN1010] A kernel cannot have a parameter of type 'int...'. | Use a tensor (FloatTensor<F32>, IntTensor<I32>, ...), int, long, float, double or boolean.
    grid(1, x -> {});
  }

  @TileKernel
  @Variant("bm=1")
  static void constants(FloatTensor<F32> a, @Const String bm) {
//~                                                ^ [KILN1011] @Const parameter 'bm' is of type 'String'. | Use int, long, float, double or boolean.
    grid(1, x -> a.set(x, 0f));
  }

  @TileKernel
  static void dtypes(FloatTensor<?> a, IntTensor b) {
//~                             ^ [KILN1012] The element type of tensor 'a' is not named. | Write it, as in FloatTensor<F32>.
//~                                    ^ [KILN1012] The element type of tensor 'b' is not named. | Write it, as in IntTensor<I32>.
    grid(1, x -> {});
  }

  @TileKernel
  static void dims(
      @Dims("m, 0k, ") FloatTensor<F32> a,
//~         ^ [KILN1014] '' is not a list of dimension names. | Write names or numbers with commas, as in @Dims("m, k").
//~         ^ [KILN1014] '0k' is not a list of dimension names. | Write names or numbers with commas, as in @Dims("m, k").
      @Dims("m") int n,
//~   ^ [KILN1013] @Dims stands on 'n', which is not a tensor. | Remove @Dims, or make the parameter a tensor.
      @Dims("") FloatTensor<F32> b,
//~         ^ [KILN1014] '' is not a list of dimension names. | Write names or numbers with commas, as in @Dims("m, k").
      @Dims("a, b, c, d, e, f") FloatTensor<F32> c,
//~         ^ [KILN1015] Tensor 'c' has 6 dimensions. | Use 1 to 5 dimensions.
      @Dims("m," + " 2n") FloatTensor<F32> d) {
//~         ^ [KILN1014] '2n' is not a list of dimension names. | Write names or numbers with commas, as in @Dims("m, k").
    grid(1, x -> {});
  }
}
