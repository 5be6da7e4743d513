package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Reductions {
  @TileKernel
  static void reductions(@Dims("m, n") FloatTensor<F32> a, @Dims("m") FloatTensor<F32> b) {
    grid(1, x -> {
      var t = fragment(F32, 4, 8);
      var rows = fragment(F32, 4);
      var ints = fragment(I32, 4);
      reduceSum(t, rows, 0);
//~                ^ [KILN1207] Reducing [4, 8] over axis 0 gives [8], and the destination has [4]. | Make the destination [8]. | 't' is made here, as f32[4, 8]. (Reductions.java:11:15) | 'rows' is made here, as f32[4]. (Reductions.java:12:18)
      reduceMax(t, rows, 2);
//~                      ^ [KILN1206] 't' has no axis 2. | Write 0 to 1; axes are counted from 0, the outermost. | 't' is made here, as f32[4, 8]. (Reductions.java:11:15)
      reduceMin(t, rows, -1);
//~                      ^ [KILN1206] 't' has no axis -1. | Write 0 to 1; axes are counted from 0, the outermost. | 't' is made here, as f32[4, 8]. (Reductions.java:11:15)
      reduceAbsMax(t.t(), rows, 1);
//~                       ^ [KILN1207] Reducing [8, 4] over axis 1 gives [8], and the destination has [4]. | Make the destination [8]. | 't' is made here, as f32[4, 8]. (Reductions.java:11:15) | 'rows' is made here, as f32[4]. (Reductions.java:12:18)
      reduceSum(a, rows, 1);
//~             ^ [KILN1302] reduceSum needs an on-chip tile, and 'a' is a tensor in global memory. | Copy a region of it to a tile first, as in copy(a.at(...), tile).
      reduceSum(t, b, 1);
//~                ^ [KILN1302] reduceSum needs an on-chip tile, and 'b' is a tensor in global memory. | Let reduceSum write a tile, and copy that behind it, as in copy(tile, b.at(...)).
      reduceSum(t, ints, 1);
//~   ^ no suitable method found for reduceSum(dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>,dev.kiln.lang.IntTensor<dev.kiln.lang.I32>,int) | method dev.kiln.lang.Tile.reduceSum(dev.kiln.lang.DoubleTensor,dev.kiln.lang.DoubleTensor,int) is not applicable | method dev.kiln.lang.Tile.reduceSum(dev.kiln.lang.LongTensor,dev.kiln.lang.LongTensor,int) is not applicable | method dev.kiln.lang.Tile.reduceSum(dev.kiln.lang.IntTensor<?>,dev.kiln.lang.IntTensor<?>,int) is not applicable | method dev.kiln.lang.Tile.reduceSum(dev.kiln.lang.FloatTensor<?>,dev.kiln.lang.FloatTensor<?>,int) is not applicable
//~                ^ [KILN1204] reduceSum is not available for f32, i32. | Use tiles of one family: f16, bf16 and f32, or i8, i16, i32 and u8, or all i64 or f64. | 't' is made here, as f32[4, 8]. (Reductions.java:11:15) | 'ints' is made here, as i32[4]. (Reductions.java:13:18)
      reduceSum(shared(BOOL, 4, 4), shared(BOOL, 4), 1);
//~   ^ no suitable method found for reduceSum(dev.kiln.lang.BoolTensor,dev.kiln.lang.BoolTensor,int) | method dev.kiln.lang.Tile.reduceSum(dev.kiln.lang.DoubleTensor,dev.kiln.lang.DoubleTensor,int) is not applicable | method dev.kiln.lang.Tile.reduceSum(dev.kiln.lang.LongTensor,dev.kiln.lang.LongTensor,int) is not applicable | method dev.kiln.lang.Tile.reduceSum(dev.kiln.lang.IntTensor<?>,dev.kiln.lang.IntTensor<?>,int) is not applicable | method dev.kiln.lang.Tile.reduceSum(dev.kiln.lang.FloatTensor<?>,dev.kiln.lang.FloatTensor<?>,int) is not applicable
//~                                 ^ [KILN1204] reduceSum is not available for bool, bool. | Use tiles of one family: f16, bf16 and f32, or i8, i16, i32 and u8, or all i64 or f64. | 'shared(BOOL, 4, 4)' is made here, as bool[4, 4]. (Reductions.java:21:17)
      reduceSum(rows, fragment(F32, 4), 0);
//~                   ^ [KILN1207] Reducing [4] over axis 0 gives [1], and the destination has [4]. | Make the destination [1]. | 'rows' is made here, as f32[4]. (Reductions.java:12:18)
    });
  }
}
