package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileKernel
  static native void example(FloatTensor<F32> a);
//~                  ^ [KILN1004] Kernel 'example' has no body. | Write the kernel's body in the method.
//=  static void example(FloatTensor<F32> a) {
//=    grid(a.dim(0), block -> a.set(block, 0f));
//=  }
}
