package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Constants {
  static final int BIG = Integer.MAX_VALUE;

  @TileKernel
  @Variant("size=0")
  static void extents(@Dims("n") FloatTensor<F32> a, int p, @Const int size) {
    grid(1, x -> {
      var s = shared(F32, p);
//~                       ^ [KILN1120] The extent of a tile must be known at compile time, and 'p' is known only when the kernel runs. | Put @Const before the parameter 'p', and give it values by @Variant.
      var t = fragment(F32, 4, x * 2);
//~                              ^ [KILN1120] The extent of a tile must be known at compile time, and 'x * 2' is known only when the kernel runs. | Use a literal, a static final constant or a @Const parameter, and go over what is larger tile by tile.
      var u = local(F32, size, 4);
//~                      ^ [KILN1123] The extent of a tile is 0. | Use a value of 1 or more.
      var v = shared(F32, -3);
//~                       ^ [KILN1123] The extent of a tile is -3. | Use a value of 1 or more.
      var w = shared(F32, 1, 2, 3, 4);
//~           ^ [KILN1123] The rank of a tile is 4. | Use a value from 1 to 3.
      var z = shared(4, 4);
//~           ^ no suitable method found for shared(int,int) | method dev.kiln.lang.Tile.shared(dev.kiln.lang.BOOL,int...) is not applicable | method dev.kiln.lang.Tile.shared(dev.kiln.lang.F64,int...) is not applicable | method dev.kiln.lang.Tile.shared(dev.kiln.lang.I64,int...) is not applicable | method dev.kiln.lang.Tile.<T>shared(T,int...) is not applicable | method dev.kiln.lang.Tile.<T>shared(T,int...) is not applicable
//~                  ^ [KILN1112] A value of type int stands where an element type is needed. | Write it as shared(F16, rows, columns).
      var y = shared(F32, 4L);
//~           ^ no suitable method found for shared(dev.kiln.lang.F32,long) | method dev.kiln.lang.Tile.shared(dev.kiln.lang.BOOL,int...) is not applicable | method dev.kiln.lang.Tile.shared(dev.kiln.lang.F64,int...) is not applicable | method dev.kiln.lang.Tile.shared(dev.kiln.lang.I64,int...) is not applicable | method dev.kiln.lang.Tile.<T>shared(T,int...) is not applicable | method dev.kiln.lang.Tile.<T>shared(T,int...) is not applicable
//~                       ^ [KILN1112] A value of type long stands where int is needed. | Cast it with (int).
      for (int k : pipelined(3, p)) {}
//~                             ^ [KILN1120] The number of stages must be known at compile time, and 'p' is known only when the kernel runs. | Put @Const before the parameter 'p', and give it values by @Variant.
      for (int k : pipelined(3, 0)) {}
//~                             ^ [KILN1123] The number of stages is 0. | Use a value from 1 to 16.
      reduceSum(fragment(F32, 4, 4), fragment(F32, 4), p);
//~                                                    ^ [KILN1120] The axis of a reduction must be known at compile time, and 'p' is known only when the kernel runs. | Put @Const before the parameter 'p', and give it values by @Variant.
      reduceSum(fragment(F32, 4, 4), fragment(F32, 4), 1, p > 0);
//~                                                         ^ [KILN1120] Whether a reduction starts anew must be known at compile time, and 'p > 0' is known only when the kernel runs. | Write true or false.
      a.set(a.dim(p), 1);
//~               ^ [KILN1120] The number of an axis must be known at compile time, and 'p' is known only when the kernel runs. | Put @Const before the parameter 'p', and give it values by @Variant.
    });
  }

  @TileKernel
  static void arithmetic(@Dims("n") IntTensor<I32> a, int p) {
    grid(1, x -> {
      a.set(0, BIG + 1);
//~                ^ [KILN1121] The constant 'BIG + 1' overflows int. | Use a smaller value, or long.
      a.set(0, 65536 * 65536);
//~                  ^ [KILN1121] The constant '65536 * 65536' overflows int. | Use a smaller value, or long.
      a.set(0, (int) (BIG * 4L * BIG * 8));
//~                            ^ [KILN1121] The constant 'BIG * 4L * BIG' overflows long. | Use a smaller value, or long.
      a.set(0, p / 0);
//~                ^ [KILN1122] The divisor '0' is always zero. | Divide by something else; where it is zero only in some @Variant, choose as in n == 0 ? 0 : a / n.
      a.set(0, p % (3 - 3));
//~                ^ [KILN1122] The divisor '(3 - 3)' is always zero. | Divide by something else; where it is zero only in some @Variant, choose as in n == 0 ? 0 : a / n.
      a.set(0, 1 / 0);
//~                ^ [KILN1122] The divisor '0' is always zero. | Divide by something else; where it is zero only in some @Variant, choose as in n == 0 ? 0 : a / n.
      int zero = 0;
      a.set(0, x / zero);
//~                ^ [KILN1122] The divisor 'zero' is always zero. | Divide by something else; where it is zero only in some @Variant, choose as in n == 0 ? 0 : a / n.
    });
  }
}
