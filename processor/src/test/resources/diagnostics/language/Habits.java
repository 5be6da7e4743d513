package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Habits {
  static final int ZERO = 0;

  @TileFunction
  static void zeroed(FloatTensor<F32> tile, int size) {
    var other = shared(F32, size);
//~                         ^ [KILN1120] The extent of a tile must be known at compile time, and 'size' is known only when the kernel runs. | Use a literal, a static final constant or a @Const parameter, and go over what is larger tile by tile. | inlined at Habits.java:25:7
    clear(other);
  }

  @TileKernel
  static void habits(@Dims("n") FloatTensor<F32> a, @Dims("m, n") FloatTensor<F32> b, int size) {
    grid(1, x -> {
      System.out.println("x = " + x);
//~             ^ [KILN1104] 'System.out.println' cannot be called in a kernel. | Write print("label", x), which also prints on a GPU.
      System.err.printf("%d", x);
//~             ^ [KILN1104] 'System.err.printf' cannot be called in a kernel. | Write print("label", x), which also prints on a GPU.
      var row = a.at(x * 64);
      row.set(0, 1f);
//~      ^ [KILN1104] 'row.set' cannot be called in a kernel. | Copy the region to a tile, as in copy(a.at(...), tile), or use elements of 'a' itself.
//~      ^ cannot find symbol | symbol:   method set(int,float) | location: variable row of type dev.kiln.lang.Region
      var tile = shared(F32, size);
//~                          ^ [KILN1120] The extent of a tile must be known at compile time, and 'size' is known only when the kernel runs. | Put @Const before the parameter 'size', and give it values by @Variant.
      var other = shared(F32, a.dim(0));
//~                            ^ [KILN1120] The extent of a tile must be known at compile time, and 'a.dim(0)' is known only when the kernel runs. | Use a literal, a static final constant or a @Const parameter, and go over what is larger tile by tile.
      zeroed(fragment(F32, 4), x);
      var f = shared(F32, 16, 16);
      gemm(f, f, TF32, f);
//~   ^ no suitable method found for gemm(dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>,dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>,dev.kiln.lang.GemmOption,dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>) | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.DoubleTensor,dev.kiln.lang.DoubleTensor,dev.kiln.lang.DoubleTensor,dev.kiln.lang.GemmOption...) is not applicable | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.LongTensor,dev.kiln.lang.LongTensor,dev.kiln.lang.LongTensor,dev.kiln.lang.GemmOption...) is not applicable | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.IntTensor<?>,dev.kiln.lang.IntTensor<?>,dev.kiln.lang.IntTensor<?>,dev.kiln.lang.GemmOption...) is not applicable | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.FloatTensor<?>,dev.kiln.lang.FloatTensor<?>,dev.kiln.lang.FloatTensor<?>,dev.kiln.lang.GemmOption...) is not applicable
//~              ^ [KILN1131] 'TF32' is an option of gemm and no value. | Write it behind the three tiles, as in gemm(a, b, accumulator, TF32).
//~                    ^ [KILN1131] 'f' is no option of gemm. | Write TF32, and one of SQUARE, FULL_ROW and FULL_COLUMN.
      a.set(0, TF32);
//~            ^ [KILN1131] 'TF32' is an option of gemm and no value. | Write it behind the three tiles, as in gemm(a, b, accumulator, TF32).
//~            ^ incompatible types: dev.kiln.lang.GemmOption cannot be converted to float
      clear(b);
//~         ^ [KILN1302] clear needs an on-chip tile, and 'b' is a tensor in global memory. | Let clear write a tile, and copy that behind it, as in copy(tile, b.at(...)).
      reduceSum(f, a, 1);
//~                ^ [KILN1302] reduceSum needs an on-chip tile, and 'a' is a tensor in global memory. | Let reduceSum write a tile, and copy that behind it, as in copy(tile, a.at(...)).
      a.set(0, ceilDiv(1.5f, 2));
//~            ^ no suitable method found for ceilDiv(float,int) | method dev.kiln.lang.Tile.ceilDiv(long,long) is not applicable | method dev.kiln.lang.Tile.ceilDiv(int,int) is not applicable
//~                    ^ [KILN1112] A value of type float stands where int is needed. | Cast it with (int).
      a.set(1, Math.floorDiv(x, ZERO));
//~                             ^ [KILN1122] The divisor 'ZERO' is always zero. | Divide by something else; where it is zero only in some @Variant, choose as in n == 0 ? 0 : a / n.
      a.set(2, ceilDiv(x, x - x + 0 * 3));
      a.set(3, Math.ulp(1f));
//~                ^ [KILN1104] 'Math.ulp' cannot be called in a kernel. | Write it with operators and the functions of Tile.
      assertTrue(x >= 0, "x is " + x);
//~                              ^ [KILN1119] '"x is " + x' is not a text in quotes. | Write the text out, as in assertTrue(x > 0, "x is positive").
      b.dim(2);
//~         ^ [KILN1206] 'b' has no axis 2. | Write 0 to 1; axes are counted from 0, the outermost. | Its dimensions are named here. (Habits.java:17:59)
      a.dim(1);
//~         ^ [KILN1206] 'a' has no axis 1. | Write 0; axes are counted from 0, the outermost. | Its dimensions are named here. (Habits.java:17:28)
    });
  }
}
