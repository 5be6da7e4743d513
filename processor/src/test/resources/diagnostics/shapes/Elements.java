package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Elements {
  @TileKernel
  static void elements(@Dims("m, n") FloatTensor<F32> a, @Dims("m") IntTensor<U8> b) {
    grid(1, x -> {
      var t = shared(F32, 4, 8);
      a.set(x, 1f);
//~    ^ [KILN1205] The rank of 'a' is 2, and the number of indices here is 1. | Give one index for each dimension. | Its dimensions are named here. (Elements.java:9:30)
      a.set(x, 0, 0, a.get(x));
//~    ^ [KILN1205] The rank of 'a' is 2, and the number of indices here is 3. | Give one index for each dimension. | Its dimensions are named here. (Elements.java:9:30)
//~                   ^ [KILN1205] The rank of 'a' is 2, and the number of indices here is 1. | Give one index for each dimension. | Its dimensions are named here. (Elements.java:9:30)
      b.set(0, b.get(0) + 1L);
//~                     ^ [KILN1112] A value of type long stands where int is needed. | Cast it with (int).
//~                     ^ incompatible types: possible lossy conversion from long to int
      t.set(4, 0, 1f);
//~         ^ [KILN1401] Index 4 is outside dimension 0 of 't', whose size is 4. | Use an index from 0 to 3. | 't' is made here, as f32[4, 8]. (Elements.java:11:15)
      t.set(0, -1, t.get(3, 8));
//~            ^ [KILN1401] Index -1 is outside dimension 1 of 't', whose size is 8. | Use an index from 0 to 7. | 't' is made here, as f32[4, 8]. (Elements.java:11:15)
//~                         ^ [KILN1401] Index 8 is outside dimension 1 of 't', whose size is 8. | Use an index from 0 to 7. | 't' is made here, as f32[4, 8]. (Elements.java:11:15)
      t.t().set(4, 4, 1f);
//~                ^ [KILN1401] Index 4 is outside dimension 1 of 't.t()', whose size is 4. | Use an index from 0 to 3. | 't' is made here, as f32[4, 8]. (Elements.java:11:15)
      b.set(a.dim(2), t.dim(-1));
//~               ^ [KILN1206] 'a' has no axis 2. | Write 0 to 1; axes are counted from 0, the outermost. | Its dimensions are named here. (Elements.java:9:30)
//~                         ^ [KILN1206] 't' has no axis -1. | Write 0 to 1; axes are counted from 0, the outermost. | 't' is made here, as f32[4, 8]. (Elements.java:11:15)
      a.set();
//~    ^ [KILN1111] There is no method 'set' for these arguments: none. | Write it as set(i, j, value).
//~    ^ no suitable method found for set(no arguments) | method dev.kiln.lang.FloatTensor.set(int,float) is not applicable | method dev.kiln.lang.FloatTensor.set(int,int,float) is not applicable | method dev.kiln.lang.FloatTensor.set(int,int,int,float) is not applicable | method dev.kiln.lang.FloatTensor.set(int,int,int,int,float) is not applicable | method dev.kiln.lang.FloatTensor.set(int,int,int,int,int,float) is not applicable
    });
  }

  @TileKernel
  static void ranks(FloatTensor<F32> a, FloatTensor<F32> unknown) {
//~                                  ^ [KILN1017] The rank of tensor 'a' cannot be told from its uses. | Name its dimensions with @Dims, as in @Dims("m, n").
//~                                                      ^ [KILN1017] The rank of tensor 'unknown' cannot be told from its uses. | Name its dimensions with @Dims, as in @Dims("m, n").
    grid(1, x -> copy(unknown, fragment(F32, 4)));
  }
}
