package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Variants {
  @TileKernel
  @Variant("bm=64, bx=3, bm=7")
//~        ^ [KILN1021] The kernel has no @Const parameter 'bx'. | Did you mean 'bm'?
//~        ^ [KILN1022] This @Variant gives no value to 'fast'. | Add 'fast=...' to the row.
//~        ^ [KILN1023] This @Variant sets 'bm' twice. | Keep one of the two values.
  @Variant(value = "bm=x, fast=true", target = "cpux")
//~                ^ [KILN1024] 'x' is not a value of type int for 'bm'. | Write a whole number that fits int.
//~                                            ^ [KILN1025] 'cpux' is not a target that Kiln knows. | The targets are cpu, cpu:x86-64-v2, cpu:x86-64-v3, cpu:x86-64-v4, cuda, cuda:sm_100a, cuda:sm_120, cuda:sm_80, cuda:sm_86, cuda:sm_89, cuda:sm_90a.
  @Variant("fast=maybe")
//~        ^ [KILN1022] This @Variant gives no value to 'bm'. | Add 'bm=...' to the row.
//~        ^ [KILN1024] 'maybe' is not a value of type boolean for 'fast'. | Write true or false.
  @Variant("bm, fast = true")
//~        ^ [KILN1020] 'bm' is not of the form name=value. | Write pairs with commas, as in @Variant("bm=64, bn=64").
  static void rows(FloatTensor<F32> a, @Const int bm, @Const boolean fast) {
    grid(1, x -> a.set(x, 0f));
  }

  @TileKernel
  static void none(FloatTensor<F32> a, @Const int bm, @Const boolean fast) {
//~           ^ [KILN1026] Kernel 'none' has @Const parameters but no @Variant that gives them values. | Add a row, as in @Variant("bm=64, fast=true").
    grid(1, x -> a.set(x, 0f));
  }

  @TileKernel
  @Variant("n=99999999999, s=1.5f, d=one")
//~        ^ [KILN1024] '99999999999' is not a value of type int for 'n'. | Write a whole number that fits int.
//~        ^ [KILN1024] 'one' is not a value of type double for 'd'. | Write a number, as in 0.5.
  static void values(FloatTensor<F32> a, @Const int n, @Const float s, @Const double d) {
    grid(1, x -> a.set(x, 0f));
  }

  @TileKernel
  @Variant.Rows({@Variant("n=1"), @Variant("m=1")})
//~                                        ^ [KILN1021] The kernel has no @Const parameter 'm'. | Remove it, or declare a @Const parameter of that name.
//~                                        ^ [KILN1022] This @Variant gives no value to 'n'. | Add 'n=...' to the row.
  static void contained(FloatTensor<F32> a, @Const int n) {
    grid(1, x -> a.set(x, 0f));
  }
}
