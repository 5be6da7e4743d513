package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

abstract class Form {
  @TileKernel
  void instance(FloatTensor<F32> a) {
//~    ^ [KILN1001] Kernel 'instance' is an instance method. | Make it static; a kernel gets all that it works on as parameters.
    grid(1, x -> a.set(x, 0f));
  }

  @TileKernel
  static int returning(FloatTensor<F32> a) {
//~      ^ [KILN1002] Kernel 'returning' returns 'int'. | Make it void and write results to a tensor parameter.
    grid(1, x -> a.set(x, 0f));
    return 1;
  }

  @TileKernel
  static <T extends FloatType> void generic(FloatTensor<T> a) {
//~       ^ [KILN1003] Kernel 'generic' has type parameters. | Name the element types, with one kernel for each and the common part in a @TileFunction.
    grid(1, x -> a.set(x, 0f));
  }

  @TileKernel
  static void throwing(FloatTensor<F32> a) throws java.io.IOException, InterruptedException {
//~                                                      ^ [KILN1005] Kernel 'throwing' declares exceptions. | Remove the throws clause.
    grid(1, x -> a.set(x, 0f));
  }

  @TileKernel
  static native void bodiless(FloatTensor<F32> a);
//~                  ^ [KILN1004] Kernel 'bodiless' has no body. | Write the kernel's body in the method.
}
