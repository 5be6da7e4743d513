package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Functions {
  @TileFunction
  static float wrong(float x) {
    return x + missing;
//~            ^ [KILN1110] 'missing' is not known here. | Declare it, or import it. | inlined at Functions.java:15:12 | inlined at Functions.java:52:16
//~            ^ cannot find symbol | symbol:   variable missing | location: class t.Functions
  }

  @TileFunction
  static float outer(float x) {
    return wrong(x) * 2;
  }

  @TileFunction
  static int ping(int x) {
    return pong(x);
  }

  @TileFunction
  static int pong(int x) {
    return ping(x) + 1;
//~        ^ [KILN1108] 'ping' calls itself: ping calls pong calls ping. | Write it as a loop. | inlined at Functions.java:20:12 | inlined at Functions.java:53:16
  }

  @TileFunction
  int instance(int x) {
    return x;
  }

  @TileFunction
  static int many(int... x) {
    return 1;
  }

  @TileFunction
  static int narrow(int x) {
    return x * 1.5f;
//~          ^ [KILN1112] A value of type float stands where int is needed. | Cast it with (int). | inlined at Functions.java:57:16
//~          ^ incompatible types: possible lossy conversion from float to int
  }

  @TileFunction
  static void nothing(FloatTensor<F32> t) {}

  @TileFunction
  static native int foreign(int x);

  @TileKernel
  static void calls(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F16> h) {
    grid(1, x -> {
      a.set(x, outer(1f));
      a.set(x, ping(1));
      a.set(x, new Functions().instance(1));
//~            ^ [KILN1105] A kernel cannot create an object of type 'Functions'. | Use local variables, or a tile made by shared, fragment or local.
      a.set(x, instance(1));
//~            ^ [KILN1031] @TileFunction 'instance' is an instance method. | Make it a static method with a body and a fixed number of parameters.
//~            ^ non-static method instance(int) cannot be referenced from a static context
      a.set(x, many(1, 2));
//~            ^ [KILN1111] There is no method 'many' for these arguments: int, int. | It takes (int[]).
      a.set(x, narrow(1));
      a.set(x, narrow(1f));
//~            ^ [KILN1111] There is no method 'narrow' for these arguments: float. | It takes (int).
//~                   ^ incompatible types: possible lossy conversion from float to int
      a.set(x, narrow(1, 2));
//~            ^ [KILN1111] There is no method 'narrow' for these arguments: int, int. | It takes (int).
//~            ^ method narrow in class t.Functions cannot be applied to given types; | required: int | found:    int,int | reason: actual and formal argument lists differ in length
      nothing(h);
//~   ^ [KILN1111] There is no method 'nothing' for these arguments: FloatTensor<F16>. | It takes (FloatTensor<F32>).
//~           ^ incompatible types: dev.kiln.lang.FloatTensor<dev.kiln.lang.F16> cannot be converted to dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>
      var n = nothing(a);
//~       ^ cannot infer type for local variable n | (variable initializer is 'void')
//~           ^ [KILN1112] A value of type void stands where a value is needed. | Call it as a statement.
      a.set(x, foreign(1));
//~            ^ [KILN1104] 'foreign' cannot be called in a kernel. | Move it into the kernel's source file; functions are inlined from there only.
    });
  }
}
