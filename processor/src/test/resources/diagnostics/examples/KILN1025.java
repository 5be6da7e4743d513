package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  @Variant(target = "gpu", value = "size=64")
//~                 ^ [KILN1025] 'gpu' is not a target that Kiln knows. | The targets are cpu, cpu:x86-64-v2, cpu:x86-64-v3, cpu:x86-64-v4, cuda, cuda:sm_100a, cuda:sm_120, cuda:sm_80, cuda:sm_86, cuda:sm_89, cuda:sm_90a.
//=  @Variant(target = "cuda", value = "size=64")
  @Variant("size=128")
  static void example(FloatTensor<F32> a, @Const int size) {
    grid(ceilDiv(a.dim(0), size), block -> parallel(size, i -> a.set(block * size + i, 0f)));
  }
}
