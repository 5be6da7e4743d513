package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static void example(FloatTensor<F32> a) {
//~                                    ^ [KILN1017] The rank of tensor 'a' cannot be told from its uses. | Name its dimensions with @Dims, as in @Dims("m, n").
//=  static void example(@Dims("m, n") FloatTensor<F32> a) {
    grid(1, block -> copy(a, fragment(F32, 64)));
  }
}
