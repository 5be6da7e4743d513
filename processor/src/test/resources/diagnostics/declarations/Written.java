package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Written {
  static final String ROW = "size=64, stags=3";

  @TileKernel
  @Variant("size=64; stages=3")
//~        ^ [KILN1020] 'size=64; stages=3' is not of the form name=value. | Write pairs with commas, as in @Variant("bm=64, bn=64").
  @Variant("size = 6.4, stages=3")
//~        ^ [KILN1024] '6.4' is not a value of type int for 'size'. | Write a whole number that fits int.
  @Variant("size=64, " + "stags=3")
//~        ^ [KILN1021] The kernel has no @Const parameter 'stags'. | Did you mean 'stages'?
  @Variant("size=64" + ", stages=" + "x")
//~        ^ [KILN1024] 'x' is not a value of type int for 'stages'. | Write a whole number that fits int.
  @Variant(ROW)
//~        ^ [KILN1021] The kernel has no @Const parameter 'stags'. | Did you mean 'stages'?
  @Variant("\u0073ize=64, stags=3")
//~        ^ [KILN1021] The kernel has no @Const parameter 'stags'. | Did you mean 'stages'?
  @Variant(target = "cp" + "v", value = "size=64, stages=3")
//~                 ^ [KILN1025] 'cpv' is not a target that Kiln knows. | The targets are cpu, cpu:x86-64-v2, cpu:x86-64-v3, cpu:x86-64-v4, cuda, cuda:sm_100a, cuda:sm_120, cuda:sm_80, cuda:sm_86, cuda:sm_89, cuda:sm_90a.
  static void written(
      @Dims("m " + "n") FloatTensor<F32> a, Integer n, @Const int size, @Const int stages) {
//~         ^ [KILN1014] 'm n' is not a list of dimension names. | Write names or numbers with commas, as in @Dims("m, k").
//~                                         ^ [KILN1010] A kernel cannot have a parameter of type 'Integer'. | Use a tensor (FloatTensor<F32>, IntTensor<I32>, ...), int, long, float, double or boolean.
    grid(1, x -> a.set(x, 0f));
  }
}
