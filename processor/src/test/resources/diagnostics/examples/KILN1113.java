package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> {
      parallel(64, 64, i -> a.set(i, 0, 1f));
//~                    ^ [KILN1113] 'parallel' ends with a lambda that has a parameter for each extent, 2 in all. | Write it as parallel(m, n, (i, j) -> { ... }).
//~                    ^ incompatible types: incompatible parameter types in lambda expression
//=      parallel(64, 64, (i, j) -> a.set(i, j, 1f));
    });
  }
}
