package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

final class Example {
  @TileFunction
  static int factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
//~                        ^ [KILN1108] 'factorial' calls itself: factorial calls factorial. | Write it as a loop. | inlined at Example.java:15:42
//=    int product = 1;
//=    for (int i = 2; i <= n; i++) product *= i;
//=    return product;
  }

  @TileKernel
  static void example(IntTensor<I32> a) {
    grid(a.dim(0), block -> a.set(block, factorial(block)));
  }
}
