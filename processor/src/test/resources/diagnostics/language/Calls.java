package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;
import java.util.List;

class Calls {
  static int plain(int x) {
    return x;
  }

  @TileKernel
  static void calls(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> c) {
    grid(1, x -> {
      System.out.println("x = " + x);
//~             ^ [KILN1104] 'System.out.println' cannot be called in a kernel. | Write print("label", x), which also prints on a GPU.
      a.set(x, plain(x));
//~            ^ [KILN1104] 'plain' cannot be called in a kernel. | Mark it with @TileFunction, so that it is inlined.
      a.set(x, List.of(1).get(0));
//~                ^ [KILN1104] 'List.of' cannot be called in a kernel. | Call the words of Tile, methods of java.lang.Math or a @TileFunction.
      a.set(x, (float) Math.random());
//~                        ^ [KILN1104] 'Math.random' cannot be called in a kernel. | Write it with operators and the functions of Tile.
      a.set(x, Math.round(1.5f));
//~                ^ [KILN1104] 'Math.round' cannot be called in a kernel. | Write it with operators and the functions of Tile.
      a.set(x, max(1f));
//~            ^ [KILN1111] There is no method 'max' for these arguments: float. | Give it 2 arguments.
//~            ^ no suitable method found for max(float) | method dev.kiln.lang.Tile.max(double,double) is not applicable | method dev.kiln.lang.Tile.max(float,float) is not applicable | method dev.kiln.lang.Tile.max(long,long) is not applicable | method dev.kiln.lang.Tile.max(int,int) is not applicable
      a.set(x, max(1f, true));
//~            ^ no suitable method found for max(float,boolean) | method dev.kiln.lang.Tile.max(double,double) is not applicable | method dev.kiln.lang.Tile.max(float,float) is not applicable | method dev.kiln.lang.Tile.max(long,long) is not applicable | method dev.kiln.lang.Tile.max(int,int) is not applicable
//~                    ^ [KILN1112] A value of type boolean stands where float is needed. | Write a value of type float.
      a.set(x, exp(a));
//~            ^ no suitable method found for exp(dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>) | method dev.kiln.lang.Tile.exp(double) is not applicable | method dev.kiln.lang.Tile.exp(float) is not applicable
//~                ^ [KILN1112] A value of type FloatTensor<F32> stands where float is needed. | Write a value of type float.
      a.set(x, select(1, 2, 3));
//~            ^ no suitable method found for select(int,int,int) | method dev.kiln.lang.Tile.select(boolean,boolean,boolean) is not applicable | method dev.kiln.lang.Tile.select(boolean,double,double) is not applicable | method dev.kiln.lang.Tile.select(boolean,float,float) is not applicable | method dev.kiln.lang.Tile.select(boolean,long,long) is not applicable | method dev.kiln.lang.Tile.select(boolean,int,int) is not applicable
//~                   ^ [KILN1112] A value of type int stands where boolean is needed. | Write a condition, as in x > 0.
      a.set(x, x.get(1));
//~             ^ [KILN1104] 'x.get' cannot be called in a kernel. | Call the words of Tile, methods of java.lang.Math or a @TileFunction.
//~             ^ int cannot be dereferenced
      a.get();
//~    ^ [KILN1205] The rank of 'a' is 1, and the number of indices here is 0. | Give one index for each dimension. | Its dimensions are named here. (Calls.java:14:27)
//~    ^ no suitable method found for get(no arguments) | method dev.kiln.lang.FloatTensor.get(int) is not applicable | method dev.kiln.lang.FloatTensor.get(int,int) is not applicable | method dev.kiln.lang.FloatTensor.get(int,int,int) is not applicable | method dev.kiln.lang.FloatTensor.get(int,int,int,int) is not applicable | method dev.kiln.lang.FloatTensor.get(int,int,int,int,int) is not applicable
      a.dim();
//~    ^ [KILN1111] There is no method 'dim' for these arguments: none. | Write it as dim(axis).
//~    ^ method dim in class dev.kiln.lang.Tensor<T> cannot be applied to given types; | required: int | found:    no arguments | reason: actual and formal argument lists differ in length
      a.close();
//~    ^ [KILN1104] 'close' cannot be called in a kernel. | The methods of tensors in kernels are get, set, at, t, dim and rank.
      copy(a);
//~   ^ [KILN1111] There is no method 'copy' for these arguments: FloatTensor<F32>. | Write it as copy(source, target).
//~   ^ no suitable method found for copy(dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>) | method dev.kiln.lang.Tile.copy(dev.kiln.lang.Tensor<?>,dev.kiln.lang.Region) is not applicable | method dev.kiln.lang.Tile.copy(dev.kiln.lang.Region,dev.kiln.lang.Tensor<?>) is not applicable | method dev.kiln.lang.Tile.copy(dev.kiln.lang.Tensor<?>,dev.kiln.lang.Tensor<?>) is not applicable
      gemm(a, c);
//~   ^ [KILN1111] There is no method 'gemm' for these arguments: FloatTensor<F32>, FloatTensor<F32>. | Write it as gemm(a, b, accumulator).
//~   ^ no suitable method found for gemm(dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>,dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>) | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.DoubleTensor,dev.kiln.lang.DoubleTensor,dev.kiln.lang.DoubleTensor,dev.kiln.lang.GemmOption...) is not applicable | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.LongTensor,dev.kiln.lang.LongTensor,dev.kiln.lang.LongTensor,dev.kiln.lang.GemmOption...) is not applicable | method dev.kiln.lang.Tile.gemm(dev.kiln.lang.IntTensor<?>,dev.kiln.lang.IntTensor<?>,dev.kiln.lang.IntTensor<?>,dev.kiln.lang.GemmOption...) is not applicable
      clear(a, c);
//~   ^ [KILN1111] There is no method 'clear' for these arguments: FloatTensor<F32>, FloatTensor<F32>. | Write it as clear(tile).
//~   ^ method clear in class dev.kiln.lang.Tile cannot be applied to given types; | required: dev.kiln.lang.Tensor<?> | found:    dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>,dev.kiln.lang.FloatTensor<dev.kiln.lang.F32> | reason: actual and formal argument lists differ in length
      var r = serial(4);
//~           ^ [KILN1118] 'serial' is only available as the range of a for loop. | Write for (int k : serial(...)) { ... }.
      var f = F32.bytes();
//~              ^ [KILN1104] 'F32.bytes' cannot be called in a kernel. | Call the words of Tile, methods of java.lang.Math or a @TileFunction.
      print(a);
//~         ^ [KILN1119] 'a' is not a text in quotes. | Write the text out, as in print("sum", x).
//~         ^ incompatible types: dev.kiln.lang.FloatTensor<dev.kiln.lang.F32> cannot be converted to java.lang.String
      print("a", a);
//~              ^ [KILN1112] A value of type FloatTensor<F32> stands where a number or truth value is needed. | Print elements one by one, as in tile.get(i, j).
      print("x" + 1, x);
//~             ^ [KILN1119] '"x" + 1' is not a text in quotes. | Write the text out, as in print("sum", x).
      assertTrue(x);
//~              ^ [KILN1112] A value of type int stands where boolean is needed. | Write a condition, as in x > 0.
//~              ^ incompatible types: int cannot be converted to boolean
      assertTrue(x > 0, "a" + "b");
//~                     ^ [KILN1119] '"a" + "b"' is not a text in quotes. | Write the text out, as in assertTrue(x > 0, "x is positive").
      a.t();
//~    ^ [KILN1201] t() needs rank at least 2, and 'a' has rank 1. | Use a tensor or tile of that rank. | Its dimensions are named here. (Calls.java:14:27)
    });
  }

  @TileKernel
  static void lambdas(@Dims("n") FloatTensor<F32> a) {
    Tile.Body1 body = i -> a.set(i, 1f);
//~     ^ [KILN1103] Type 'Tile.Body1' is not available in a kernel. | Use int, long, float, double, boolean, or a tile made by shared, fragment or local.
//~                   ^ [KILN1102] A lambda here is not available in a kernel. | Write it as the last argument of parallel or grid.
    grid(1, x -> {
      parallel(4, body);
//~               ^ [KILN1113] 'parallel' ends with a lambda that has a parameter for each extent, 1 in all. | Write it as parallel(m, (i) -> { ... }).
      parallel(4, (i, j) -> a.set(i, 1f));
//~               ^ [KILN1113] 'parallel' ends with a lambda that has a parameter for each extent, 1 in all. | Write it as parallel(m, (i) -> { ... }).
//~               ^ incompatible types: incompatible parameter types in lambda expression
      parallel(4, 4, i -> a.set(i, 1f));
//~                  ^ [KILN1113] 'parallel' ends with a lambda that has a parameter for each extent, 2 in all. | Write it as parallel(m, n, (i, j) -> { ... }).
//~                  ^ incompatible types: incompatible parameter types in lambda expression
      parallel(true, i -> a.set(i, 1f));
//~            ^ [KILN1112] A value of type boolean stands where int is needed. | Write a value of type int.
//~            ^ incompatible types: boolean cannot be converted to int
      parallel(4);
//~   ^ [KILN1111] There is no method 'parallel' for these arguments: int. | Write it as parallel(m, n, (i, j) -> { ... }).
//~   ^ no suitable method found for parallel(int) | method dev.kiln.lang.Tile.parallel(int,int,int,dev.kiln.lang.Tile.Body3) is not applicable | method dev.kiln.lang.Tile.parallel(int,int,dev.kiln.lang.Tile.Body2) is not applicable | method dev.kiln.lang.Tile.parallel(int,dev.kiln.lang.Tile.Body1) is not applicable
    });
  }
}
