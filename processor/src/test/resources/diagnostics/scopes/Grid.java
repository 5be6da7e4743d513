package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Grid {
  @TileKernel
  static void missing(@Dims("n") FloatTensor<F32> a) {}
//~           ^ [KILN1114] Kernel 'missing' never calls grid. | End the method with grid(..., (x) -> { ... }).

  @TileKernel
  static void notLast(@Dims("n") FloatTensor<F32> a) {
    grid(1, x -> a.set(x, 1f));
    grid(1, x -> a.set(x, 2f));
//~ ^ [KILN1115] Nothing can stand here: grid is the last statement of a kernel, and called once. | Move the statement before grid or into its body, or make a second kernel.
  }

  @TileKernel
  static void nested(@Dims("n") FloatTensor<F32> a) {
    grid(1, x -> grid(1, y -> a.set(x, 2f)));
//~              ^ [KILN1115] Nothing can stand here: grid is the last statement of a kernel, and called once. | Move the statement before grid or into its body, or make a second kernel.
  }

  @TileKernel
  static void conditional(@Dims("n") FloatTensor<F32> a, int p) {
    if (p > 0) {
//~ ^ [KILN1116] This statement cannot stand before grid. | Compute only with scalars and tensor sizes there.
      grid(1, x -> a.set(x, 1f));
    }
  }

  @TileKernel
  static void prologue(@Dims("n") FloatTensor<F32> a, int p) {
//~                                                       ^ [KILN1116] A parameter that is assigned again cannot stand before grid. | Compute only with scalars and tensor sizes there.
    var t = shared(F32, 4);
//~         ^ [KILN1116] 'shared' cannot stand before grid. | Compute only with scalars and tensor sizes there.
    float first = a.get(0);
//~                ^ [KILN1116] Reading an element cannot stand before grid. | Compute only with scalars and tensor sizes there.
    int m = 0;
//~     ^ [KILN1116] A variable that is assigned again cannot stand before grid. | Compute only with scalars and tensor sizes there.
    m += 2;
//~ ^ [KILN1116] 'm += 2' cannot stand before grid. | Compute only with scalars and tensor sizes there.
    p++;
//~ ^ [KILN1116] 'p++' cannot stand before grid. | Compute only with scalars and tensor sizes there.
    copy(a.at(0), t);
//~ ^ [KILN1116] 'copy(a.at(0), t)' cannot stand before grid. | Compute only with scalars and tensor sizes there.
    a.set(0, 1f);
//~ ^ [KILN1116] 'a.set(0, 1f)' cannot stand before grid. | Compute only with scalars and tensor sizes there.
    parallel(4, i -> a.set(i, 1f));
//~ ^ [KILN1116] 'parallel(4, i -> a.set(i, 1f))' cannot stand before grid. | Compute only with scalars and tensor sizes there.
    for (int i : serial(4)) {}
//~ ^ [KILN1116] This statement cannot stand before grid. | Compute only with scalars and tensor sizes there.
    var r = a.at(0);
//~          ^ [KILN1116] A region cannot stand before grid. | Compute only with scalars and tensor sizes there.
    atomicAdd(a, 0, 1f);
//~ ^ [KILN1116] 'atomicAdd(a, 0, 1f)' cannot stand before grid. | Compute only with scalars and tensor sizes there.
    int lazy = p > 0 ? 7 / p : 1;
//~                  ^ [KILN1116] A division that is only reached under a condition cannot stand before grid. | Compute only with scalars and tensor sizes there.
    grid(m, x -> a.set(x, 1f));
  }

  @TileKernel
  static void arguments(@Dims("n") FloatTensor<F32> a) {
    grid(1.5f, 2L, (x, y) -> a.set(x, 1f));
//~      ^ [KILN1112] A value of type float stands where int is needed. | Cast it with (int).
//~      ^ incompatible types: possible lossy conversion from float to int
//~            ^ [KILN1112] A value of type long stands where int is needed. | Cast it with (int).
  }

  @TileKernel
  static void form(@Dims("n") FloatTensor<F32> a) {
    grid(1, 2, x -> a.set(x, 1f));
//~            ^ [KILN1113] 'grid' ends with a lambda that has a parameter for each extent, 2 in all. | Write it as grid(m, n, (i, j) -> { ... }).
//~            ^ incompatible types: incompatible parameter types in lambda expression
  }
}
