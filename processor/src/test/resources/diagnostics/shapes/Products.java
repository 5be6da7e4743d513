package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Products {
  @TileKernel
  static void options(@Dims("n") FloatTensor<F32> y) {
    grid(1, x -> {
      var a = shared(F16, 16, 16);
      var s = shared(F32, 16, 16);
      var c = fragment(F32, 16, 16);
      clear(a);
      clear(s);
      clear(c);
      gemm(a, a, c, TF32);
//~                 ^ [KILN1204] gemm in TF32 is not available for f16, f16. | Leave TF32 out, or make both factors f32.
      gemm(a, s, c, TF32);
//~        ^ [KILN1204] gemm in TF32 is not available for f16, f32. | Make both f32, by copying 'a' to a tile of it first; copy converts.
      gemm(s, a, c, SQUARE, TF32);
//~           ^ [KILN1204] gemm in TF32 is not available for f32, f16. | Make both f32, by copying 'a' to a tile of it first; copy converts.
      gemm(s, s, c, TF32, TF32);
//~                       ^ [KILN1131] 'TF32' says again what another option has said. | Write TF32, and one of SQUARE, FULL_ROW and FULL_COLUMN.
      gemm(s, s, c, SQUARE, FULL_ROW);
//~                         ^ [KILN1131] 'FULL_ROW' says again what another option has said. | Write TF32, and one of SQUARE, FULL_ROW and FULL_COLUMN.
      gemm(s, s, c, F16);
//~   ^ no suitable method found for gemm(dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>,dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>,dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>,dev.kiln.lang.F16) | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.DoubleTensor,dev.kiln.lang.DoubleTensor,dev.kiln.lang.DoubleTensor,dev.kiln.lang.GemmOption...) is not applicable | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.LongTensor,dev.kiln.lang.LongTensor,dev.kiln.lang.LongTensor,dev.kiln.lang.GemmOption...) is not applicable | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.IntTensor<?>,dev.kiln.lang.IntTensor<?>,dev.kiln.lang.IntTensor<?>,dev.kiln.lang.GemmOption...) is not applicable | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.FloatTensor<?>,dev.kiln.lang.FloatTensor<?>,dev.kiln.lang.FloatTensor<?>,dev.kiln.lang.GemmOption...) is not applicable
//~                 ^ [KILN1131] 'F16' is no option of gemm. | Write TF32, and one of SQUARE, FULL_ROW and FULL_COLUMN.
    });
  }

  @TileKernel
  static void products(@Dims("m, n") FloatTensor<F32> a, @Dims("m, n") IntTensor<I32> b) {
    grid(1, x -> {
      var l = shared(F16, 16, 8);
      var r = shared(F16, 32, 8);
      var s = fragment(F32, 16, 32);
      var line = fragment(F32, 16);
      var other = shared(BF16, 8, 32);
      var whole = shared(I8, 8, 32);
      gemm(l, r, s);
//~           ^ [KILN1203] gemm needs [m, k] and [k, n] for [m, n], and has [16, 8] and [32, 8] for [16, 32]. | Write r.t() for the second factor. | 'l' is made here, as f16[16, 8]. (Products.java:29:15) | 'r' is made here, as f16[32, 8]. (Products.java:30:15) | 's' is made here, as f32[16, 32]. (Products.java:31:15)
      gemm(l.t(), r.t(), s);
//~         ^ [KILN1203] gemm needs [m, k] and [k, n] for [m, n], and has [8, 16] and [8, 32] for [16, 32]. | Write l for the first factor. | 'l' is made here, as f16[16, 8]. (Products.java:29:15) | 'r' is made here, as f16[32, 8]. (Products.java:30:15) | 's' is made here, as f32[16, 32]. (Products.java:31:15)
      gemm(l, other, s.t());
//~                   ^ [KILN1102] A transposed accumulator is not available in a kernel. | Swap the factors: gemm(b.t(), a.t(), accumulator).
      gemm(l, r.t(), fragment(F32, 32, 32));
//~                  ^ [KILN1203] gemm needs [m, k] and [k, n] for [m, n], and has [16, 8] and [8, 32] for [32, 32]. | Make the accumulator [16, 32]. | 'l' is made here, as f16[16, 8]. (Products.java:29:15) | 'r' is made here, as f16[32, 8]. (Products.java:30:15)
      gemm(r, r, s);
//~        ^ [KILN1203] gemm needs [m, k] and [k, n] for [m, n], and has [32, 8] and [32, 8] for [16, 32]. | Make the first factor [16, 32], with as many columns as the second has rows. | 'r' is made here, as f16[32, 8]. (Products.java:30:15) | 's' is made here, as f32[16, 32]. (Products.java:31:15)
      gemm(a, r.t(), s);
//~        ^ [KILN1302] gemm needs an on-chip tile, and 'a' is a tensor in global memory. | Copy a region of it to a tile first, as in copy(a.at(...), tile).
      gemm(l, r.t(), line);
//~                  ^ [KILN1201] gemm needs rank 2, and 'line' has rank 1. | Use a tensor or tile of that rank. | 'line' is made here, as f32[16]. (Products.java:32:18)
      gemm(l, other, s);
//~           ^ [KILN1204] gemm of different element types is not available for f16, bf16. | Make both f16, by copying 'other' to a tile of it first; copy converts. | 'l' is made here, as f16[16, 8]. (Products.java:29:15) | 'other' is made here, as bf16[8, 32]. (Products.java:33:19)
      gemm(l, whole, s);
//~   ^ no suitable method found for gemm(dev.kiln.lang.FloatTensor<dev.kiln.lang.F16>,dev.kiln.lang.IntTensor<dev.kiln.lang.I8>,dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>) | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.DoubleTensor,dev.kiln.lang.DoubleTensor,dev.kiln.lang.DoubleTensor,dev.kiln.lang.GemmOption...) is not applicable | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.LongTensor,dev.kiln.lang.LongTensor,dev.kiln.lang.LongTensor,dev.kiln.lang.GemmOption...) is not applicable | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.IntTensor<?>,dev.kiln.lang.IntTensor<?>,dev.kiln.lang.IntTensor<?>,dev.kiln.lang.GemmOption...) is not applicable | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.FloatTensor<?>,dev.kiln.lang.FloatTensor<?>,dev.kiln.lang.FloatTensor<?>,dev.kiln.lang.GemmOption...) is not applicable
//~           ^ [KILN1204] gemm of different element types is not available for f16, i8. | Make both f16, by copying 'whole' to a tile of it first; copy converts. | 'l' is made here, as f16[16, 8]. (Products.java:29:15) | 'whole' is made here, as i8[8, 32]. (Products.java:34:19)
      gemm(1, r.t(), s);
//~   ^ no suitable method found for gemm(int,dev.kiln.lang.FloatTensor<dev.kiln.lang.F16>,dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>) | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.DoubleTensor,dev.kiln.lang.DoubleTensor,dev.kiln.lang.DoubleTensor,dev.kiln.lang.GemmOption...) is not applicable | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.LongTensor,dev.kiln.lang.LongTensor,dev.kiln.lang.LongTensor,dev.kiln.lang.GemmOption...) is not applicable | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.IntTensor<?>,dev.kiln.lang.IntTensor<?>,dev.kiln.lang.IntTensor<?>,dev.kiln.lang.GemmOption...) is not applicable | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.FloatTensor<?>,dev.kiln.lang.FloatTensor<?>,dev.kiln.lang.FloatTensor<?>,dev.kiln.lang.GemmOption...) is not applicable
//~        ^ [KILN1112] A value of type int stands where a tensor or tile is needed. | Name a tensor parameter, or a tile made by shared, fragment or local.
    });
  }

  @TileKernel
  static void fills(@Dims("m, n") FloatTensor<F32> a, @Dims("m, n") BoolTensor b) {
    grid(1, x -> {
      var t = shared(I32, 4, 4);
      var u = shared(BOOL, 4);
      clear(a);
//~         ^ [KILN1302] clear needs an on-chip tile, and 'a' is a tensor in global memory. | Let clear write a tile, and copy that behind it, as in copy(tile, a.at(...)).
      fill(a.at(0, 0), 1f);
//~   ^ no suitable method found for fill(dev.kiln.lang.Region,float) | method dev.kiln.lang.Tile.fill(dev.kiln.lang.BoolTensor,boolean) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.DoubleTensor,double) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.LongTensor,long) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.IntTensor<?>,int) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.FloatTensor<?>,float) is not applicable
//~         ^ [KILN1112] A value of type Region stands where a tensor or tile is needed. | Name a tensor parameter, or a tile made by shared, fragment or local.
      fill(t, 1.5f);
//~   ^ no suitable method found for fill(dev.kiln.lang.IntTensor<dev.kiln.lang.I32>,float) | method dev.kiln.lang.Tile.fill(dev.kiln.lang.BoolTensor,boolean) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.DoubleTensor,double) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.LongTensor,long) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.IntTensor<?>,int) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.FloatTensor<?>,float) is not applicable
//~           ^ [KILN1112] A value of type float stands where int is needed. | Cast it with (int).
      fill(t, true);
//~   ^ no suitable method found for fill(dev.kiln.lang.IntTensor<dev.kiln.lang.I32>,boolean) | method dev.kiln.lang.Tile.fill(dev.kiln.lang.BoolTensor,boolean) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.DoubleTensor,double) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.LongTensor,long) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.IntTensor<?>,int) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.FloatTensor<?>,float) is not applicable
//~           ^ [KILN1112] A value of type boolean stands where int is needed. | Write a value of type int.
      fill(u, 1);
//~   ^ no suitable method found for fill(dev.kiln.lang.BoolTensor,int) | method dev.kiln.lang.Tile.fill(dev.kiln.lang.BoolTensor,boolean) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.DoubleTensor,double) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.LongTensor,long) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.IntTensor<?>,int) is not applicable | method dev.kiln.lang.Tile.fill(dev.kiln.lang.FloatTensor<?>,float) is not applicable
//~           ^ [KILN1112] A value of type int stands where boolean is needed. | Write a value of type boolean.
      atomicAdd(u, 0, true);
//~   ^ no suitable method found for atomicAdd(dev.kiln.lang.BoolTensor,int,boolean) | method dev.kiln.lang.Tile.atomicAdd(dev.kiln.lang.DoubleTensor,int,double) is not applicable | method dev.kiln.lang.Tile.atomicAdd(dev.kiln.lang.LongTensor,int,long) is not applicable | method dev.kiln.lang.Tile.atomicAdd(dev.kiln.lang.IntTensor<?>,int,int) is not applicable | method dev.kiln.lang.Tile.atomicAdd(dev.kiln.lang.FloatTensor<?>,int,float) is not applicable
//~             ^ [KILN1204] atomicAdd is not available for bool. | Use an integer tensor.
      atomicAdd(a, 0, 1f);
//~   ^ [KILN1205] The rank of 'a' is 2, and the number of indices here is 1. | Give one index for each dimension. | Its dimensions are named here. (Products.java:49:27)
      atomicAdd(t, 0, 0, 1.5f);
//~   ^ no suitable method found for atomicAdd(dev.kiln.lang.IntTensor<dev.kiln.lang.I32>,int,int,float) | method dev.kiln.lang.Tile.atomicAdd(dev.kiln.lang.DoubleTensor,int,int,double) is not applicable | method dev.kiln.lang.Tile.atomicAdd(dev.kiln.lang.LongTensor,int,int,long) is not applicable | method dev.kiln.lang.Tile.atomicAdd(dev.kiln.lang.IntTensor<?>,int,int,int) is not applicable | method dev.kiln.lang.Tile.atomicAdd(dev.kiln.lang.FloatTensor<?>,int,int,float) is not applicable
//~                      ^ [KILN1112] A value of type float stands where int is needed. | Cast it with (int).
      atomicAdd(3, 0, 1f);
//~   ^ no suitable method found for atomicAdd(int,int,float) | method dev.kiln.lang.Tile.atomicAdd(dev.kiln.lang.DoubleTensor,int,double) is not applicable | method dev.kiln.lang.Tile.atomicAdd(dev.kiln.lang.LongTensor,int,long) is not applicable | method dev.kiln.lang.Tile.atomicAdd(dev.kiln.lang.IntTensor<?>,int,int) is not applicable | method dev.kiln.lang.Tile.atomicAdd(dev.kiln.lang.FloatTensor<?>,int,float) is not applicable
//~             ^ [KILN1112] A value of type int stands where a tensor or tile is needed. | Name a tensor parameter, or a tile made by shared, fragment or local.
    });
  }
}
