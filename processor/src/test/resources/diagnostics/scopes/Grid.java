package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Grid {
  @TileKernel
  static void options(@Dims("n") FloatTensor<F32> a, int p) {
    grid(1, threads(48), threads(p), threads(64), x -> a.set(x, 1f));
//~         ^ [KILN1130] 'threads' cannot be 48. | Write it once, with 32, 64, 128, 256, 512 or 1024.
//~                              ^ [KILN1120] 'threads' must be known at compile time, and 'p' is known only when the kernel runs. | Put @Const before the parameter 'p', and give it values by @Variant.
  }

  @TileKernel
  static void moreOptions(@Dims("n") FloatTensor<F32> a, int p) {
    grid(1, swizzle(2), persistent(), persistent(), x -> {
//~         ^ [KILN1130] 'swizzle' needs a grid of two or three extents. | Write it once, with a small number from 1, for a grid of rows and columns.
//~                                   ^ [KILN1130] 'persistent' is given twice. | Write it once.
      a.set(x, 1f);
      threads(128);
//~   ^ [KILN1130] 'threads' stands outside of grid. | Write it before the lambda, as in grid(n, threads(128), (x) -> { ... }).
    });
  }

  @TileKernel
  static void order(@Dims("n") FloatTensor<F32> a, int p) {
    grid(1, 1, swizzle(0), (x, y) -> a.set(x, 1f));
//~            ^ [KILN1130] 'swizzle' cannot be 0. | Write it once, with a small number from 1, for a grid of rows and columns.
  }

  @TileKernel
  static void missing(@Dims("n") FloatTensor<F32> a) {}
//~           ^ [KILN1114] Kernel 'missing' never calls grid. | Put what one block does into grid(blocks, (x) -> { ... }), as the last statement.

  @TileKernel
  static void notLast(@Dims("n") FloatTensor<F32> a) {
    grid(1, x -> a.set(x, 1f));
    grid(1, x -> a.set(x, 2f));
//~ ^ [KILN1115] A statement behind grid cannot stand here: grid is called once, as the last statement of a kernel. | Move it before grid or into its body, or make a second kernel.
  }

  @TileKernel
  static void nested(@Dims("n") FloatTensor<F32> a) {
    grid(1, x -> grid(1, y -> a.set(x, 2f)));
//~              ^ [KILN1115] A second grid cannot stand here: grid is called once, as the last statement of a kernel. | Use parallel or a loop for what one block does, or make a second kernel.
  }

  @TileKernel
  static void conditional(@Dims("n") FloatTensor<F32> a, int p) {
    if (p > 0) {
      grid(1, x -> a.set(x, 1f));
//~   ^ [KILN1115] grid within another statement cannot stand here: grid is called once, as the last statement of a kernel. | Make it a statement of its own at the end of the kernel, and put conditions and loops into its body.
    }
  }

  @TileKernel
  static void prologue(@Dims("n") FloatTensor<F32> a, int p) {
//~                                                       ^ [KILN1116] A parameter that is assigned again cannot stand before grid. | Move it into grid's body; before that, compute with scalars and sizes only, each set once.
    var t = shared(F32, 4);
//~         ^ [KILN1116] 'shared' cannot stand before grid. | Move it into grid's body; before that, compute with scalars and sizes only, each set once.
    float first = a.get(0);
//~                ^ [KILN1116] Reading an element cannot stand before grid. | Move it into grid's body; before that, compute with scalars and sizes only, each set once.
    int m = 0;
//~     ^ [KILN1116] A variable that is assigned again cannot stand before grid. | Move it into grid's body; before that, compute with scalars and sizes only, each set once.
    m += 2;
//~ ^ [KILN1116] 'm += 2' cannot stand before grid. | Move it into grid's body; before that, compute with scalars and sizes only, each set once.
    p++;
//~ ^ [KILN1116] 'p++' cannot stand before grid. | Move it into grid's body; before that, compute with scalars and sizes only, each set once.
    copy(a.at(0), t);
//~ ^ [KILN1116] 'copy(a.at(0), t)' cannot stand before grid. | Move it into grid's body; before that, compute with scalars and sizes only, each set once.
    a.set(0, 1f);
//~ ^ [KILN1116] 'a.set(0, 1f)' cannot stand before grid. | Move it into grid's body; before that, compute with scalars and sizes only, each set once.
    parallel(4, i -> a.set(i, 1f));
//~ ^ [KILN1116] 'parallel(4, i -> a.set(i, 1f))' cannot stand before grid. | Move it into grid's body; before that, compute with scalars and sizes only, each set once.
    for (int i : serial(4)) {}
//~ ^ [KILN1116] This statement cannot stand before grid. | Move it into grid's body; before that, compute with scalars and sizes only, each set once.
    var r = a.at(0);
//~          ^ [KILN1116] A region cannot stand before grid. | Move it into grid's body; before that, compute with scalars and sizes only, each set once.
    atomicAdd(a, 0, 1f);
//~ ^ [KILN1116] 'atomicAdd(a, 0, 1f)' cannot stand before grid. | Move it into grid's body; before that, compute with scalars and sizes only, each set once.
    int lazy = p > 0 ? 7 / p : 1;
//~                  ^ [KILN1116] A division that is only reached under a condition cannot stand before grid. | Move it into grid's body; before that, compute with scalars and sizes only, each set once.
    grid(m, x -> a.set(x, 1f));
  }

  @TileKernel
  static void arguments(@Dims("n") FloatTensor<F32> a) {
    grid(1.5f, 2L, (x, y) -> a.set(x, 1f));
//~ ^ no suitable method found for grid(float,long,(x,y)->a.s[...]1.0F)) | method dev.kiln.lang.Tile.grid(int,dev.kiln.lang.GridOption,dev.kiln.lang.Tile.Body1) is not applicable | method dev.kiln.lang.Tile.grid(int,int,dev.kiln.lang.Tile.Body2) is not applicable
//~      ^ [KILN1112] A value of type float stands where int is needed. | Cast it with (int).
//~            ^ [KILN1112] A value of type long stands where int is needed. | Cast it with (int).
  }

  @TileKernel
  static void form(@Dims("n") FloatTensor<F32> a) {
    grid(1, 2, x -> a.set(x, 1f));
//~ ^ no suitable method found for grid(int,int,(x)->a.set(x, 1.0F)) | method dev.kiln.lang.Tile.grid(int,dev.kiln.lang.GridOption,dev.kiln.lang.Tile.Body1) is not applicable | method dev.kiln.lang.Tile.grid(int,int,dev.kiln.lang.Tile.Body2) is not applicable
//~            ^ [KILN1113] 'grid' ends with a lambda that has a parameter for each extent, 2 in all. | Write it as grid(m, n, (i, j) -> { ... }).
  }
}
