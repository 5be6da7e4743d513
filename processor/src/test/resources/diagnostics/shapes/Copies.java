package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Copies {
  @TileKernel
  static void copies(
      @Dims("m, n") FloatTensor<F32> a, @Dims("m") FloatTensor<F32> b, @Dims("n") BoolTensor c) {
    grid(1, x -> {
      var t = shared(F32, 4, 8);
      var u = shared(F32, 8, 4);
      var v = shared(BOOL, 8);
      copy(t, u);
//~   ^ [KILN1202] copy: 't' has shape [4, 8] and 'u' has [8, 4]. | Write t.t() for the transposed view, or make the shapes equal. | 't' is made here, as f32[4, 8]. (Copies.java:12:15) | 'u' is made here, as f32[8, 4]. (Copies.java:13:15)
      copy(t, u.t());
      copy(t, b);
//~           ^ [KILN1201] copy of a tile of rank 2 needs rank at least 2, and 'b' has rank 1. | Use a tensor or tile of that rank. | Its dimensions are named here. (Copies.java:10:47)
      copy(b.at(x), t);
//~         ^ [KILN1201] copy of a tile of rank 2 needs rank at least 2, and 'b' has rank 1. | Use a tensor or tile of that rank. | Its dimensions are named here. (Copies.java:10:47)
      copy(a, a.at(1, 1));
//~   ^ [KILN1208] 'a' to 'a' without a size cannot be copied. | Make one side a whole tile, which says how much is copied.
      copy(a.at(0, 0), a.at(1, 1));
//~   ^ [KILN1208] 'a' to 'a' without a size cannot be copied. | Make one side a whole tile, which says how much is copied.
//~   ^ no suitable method found for copy(dev.kiln.lang.Region,dev.kiln.lang.Region) | method dev.kiln.lang.Tile.copy(dev.kiln.lang.Tensor<?>,dev.kiln.lang.Region) is not applicable | method dev.kiln.lang.Tile.copy(dev.kiln.lang.Region,dev.kiln.lang.Tensor<?>) is not applicable | method dev.kiln.lang.Tile.copy(dev.kiln.lang.Tensor<?>,dev.kiln.lang.Tensor<?>) is not applicable
      copy(b, v);
//~   ^ [KILN1204] copy is not available for f32 and bool. | Convert element by element within parallel, as in v.set(..., b.get(...) != 0).
      copy(3, t);
//~   ^ no suitable method found for copy(int,dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>) | method dev.kiln.lang.Tile.copy(dev.kiln.lang.Tensor<?>,dev.kiln.lang.Region) is not applicable | method dev.kiln.lang.Tile.copy(dev.kiln.lang.Region,dev.kiln.lang.Tensor<?>) is not applicable | method dev.kiln.lang.Tile.copy(dev.kiln.lang.Tensor<?>,dev.kiln.lang.Tensor<?>) is not applicable
//~        ^ [KILN1112] A value of type int stands where a tensor or tile is needed. | Name a tensor parameter, or a tile made by shared, fragment or local.
      copy(t, F32);
//~   ^ no suitable method found for copy(dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>,dev.kiln.lang.F32) | method dev.kiln.lang.Tile.copy(dev.kiln.lang.Tensor<?>,dev.kiln.lang.Region) is not applicable | method dev.kiln.lang.Tile.copy(dev.kiln.lang.Region,dev.kiln.lang.Tensor<?>) is not applicable | method dev.kiln.lang.Tile.copy(dev.kiln.lang.Tensor<?>,dev.kiln.lang.Tensor<?>) is not applicable
//~           ^ [KILN1112] A value of type F32 stands where a tensor or tile is needed. | Name a tensor parameter, or a tile made by shared, fragment or local.
      copy(a.at(0, 0, 0), t);
//~         ^ [KILN1205] The rank of 'a' is 2, and the number of indices here is 3. | Give one index for each dimension. | Its dimensions are named here. (Copies.java:10:13)
      copy(a.at(), t);
//~         ^ [KILN1205] The rank of 'a' is 2, and the number of indices here is 0. | Give one index for each dimension. | Its dimensions are named here. (Copies.java:10:13)
      copy(b.t(), t);
//~         ^ [KILN1201] t() needs rank at least 2, and 'b' has rank 1. | Use a tensor or tile of that rank. | Its dimensions are named here. (Copies.java:10:47)
      copy(v.at(4), c);
//~   ^ [KILN1208] 'v' to 'c' without a size cannot be copied. | Make one side a whole tile, which says how much is copied.
    });
  }
}
