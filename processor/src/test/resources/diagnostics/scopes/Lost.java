package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Lost {
  @TileKernel
  static void likeAnyMethod(FloatTensor<F32> a, float by) {
//~           ^ [KILN1114] Kernel 'likeAnyMethod' never calls grid. | Put what one block does into grid(blocks, (x) -> { ... }), as the last statement.
    for (int i = 0; i < a.dim(0); i++) {
      a.set(i, a.get(i) * by);
    }
  }

  @TileKernel
  static void withoutBlocks(FloatTensor<F32> a) {
//~           ^ [KILN1114] Kernel 'withoutBlocks' never calls grid. | Put what one block does into grid(blocks, (x) -> { ... }), as the last statement.
    parallel(a.dim(0), i -> a.set(i, 0f));
  }

  @TileKernel
  static void misspelt(FloatTensor<F32> a) {
    gird(a.dim(0), i -> a.set(i, 0f));
//~ ^ [KILN1110] 'gird' is not known here. | Did you mean 'grid'?
//~ ^ cannot find symbol | symbol:   method gird(int,(i)->a.set(i, 0.0F)) | location: class t.Lost
  }

  @TileKernel
  static void underCondition(FloatTensor<F32> a) {
    if (a.dim(0) > 3) {
      grid(a.dim(0), i -> a.set(i, 0f));
//~   ^ [KILN1115] grid within another statement cannot stand here: grid is called once, as the last statement of a kernel. | Make it a statement of its own at the end of the kernel, and put conditions and loops into its body.
    }
  }

  @TileKernel
  static void inLoop(FloatTensor<F32> a) {
    for (int k = 0; k < 3; k++) grid(a.dim(0), i -> a.set(i, 0f));
//~                             ^ [KILN1115] grid within another statement cannot stand here: grid is called once, as the last statement of a kernel. | Make it a statement of its own at the end of the kernel, and put conditions and loops into its body.
  }

  @TileKernel
  static void empty(FloatTensor<F32> a) {}
//~           ^ [KILN1114] Kernel 'empty' never calls grid. | Put what one block does into grid(blocks, (x) -> { ... }), as the last statement.

  @TileKernel
  static void ofReference(FloatTensor<F32> a) {
    grid(3, Lost::body);
//~         ^ [KILN1113] 'grid' ends with a lambda that has a parameter for each extent, 1 in all. | Write it as grid(m, (i) -> { ... }).
  }

  static void body(int x) {}

  @TileKernel
  static void negative(FloatTensor<F32> a) {
    grid(-3, x -> parallel(2 - 4, i -> a.set(i, 0f)));
//~      ^ [KILN1123] An extent of grid is -3. | Use a value of 0 or more.
//~                          ^ [KILN1123] An extent of parallel is -2. | Use a value of 0 or more.
  }
}
