package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Expressions {
  static int counter;
  static final int[] TABLE = {1, 2};

  @TileKernel
  static void refused(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> c, int p) {
    grid(1, x -> {
      var object = new Object();
//~                ^ [KILN1105] A kernel cannot create an object of type 'Object'. | Use local variables, or a tile made by shared, fragment or local.
      var array = new int[4];
//~               ^ [KILN1105] A kernel cannot create an object of type 'int[4]'. | Use a tile made by shared, fragment or local.
      var sum = "sum" + x;
//~             ^ [KILN1106] Strings are not available in a kernel. | Remove it; to see values, write print("label", x), or debug a direct call of the method.
      var element = TABLE[0];
//~                      ^ [KILN1102] An array element is not available in a kernel. | Use a tile made by shared, fragment or local.
      var kind = a instanceof FloatTensor;
//~                ^ [KILN1102] instanceof is not available in a kernel. | Types are fixed in a kernel; remove the test.
      var chosen = switch (x) { default -> 1; };
//~                ^ [KILN1102] switch is not available in a kernel. | Use ?: or if and else.
      var none = null;
//~       ^ cannot infer type for local variable none | (variable initializer is 'null')
//~              ^ [KILN1102] null is not available in a kernel. | Write a number.
      var reference = Math::abs;
//~       ^ cannot infer type for local variable reference | (method reference needs an explicit target-type)
//~                   ^ [KILN1102] A method reference is not available in a kernel. | Write a lambda or a call.
      var type = int.class;
//~                 ^ [KILN1102] This expression is not available in a kernel. | Write it with operators and tile words.
      counter = 3;
//~   ^ [KILN1117] Field 'counter' is not a constant. | Make it static final with a constant value, or pass it as a parameter.
      counter++;
//~   ^ [KILN1117] Field 'counter' is not a constant. | Make it static final with a constant value, or pass it as a parameter.
      TABLE[0] = 1;
//~        ^ [KILN1102] An assignment to something that is no local variable is not available in a kernel. | Set an element with set(...), or assign a local variable.
      a.set(0, (float) (Integer) x);
//~                     ^ [KILN1103] Type 'Integer' is not available in a kernel. | Use int, long, float, double, boolean, or a tile made by shared, fragment or local.
      a.set(0, -true);
//~            ^ bad operand type boolean for unary operator '-'
//~             ^ [KILN1112] A value of type boolean stands where a number is needed. | Write a number here.
      a.set(0, !1);
//~            ^ bad operand type int for unary operator '!'
//~             ^ [KILN1112] A value of type int stands where boolean is needed. | Write a condition, as in x > 0.
      a.set(0, ~1f);
//~            ^ bad operand type float for unary operator '~'
//~             ^ [KILN1112] A value of type float stands where an integer is needed. | Write an integer here.
      a.set(0, true + 1);
//~            ^ [KILN1112] A value of type boolean stands where a number is needed. | Write a number here.
//~                 ^ bad operand types for binary operator '+' | first type:  boolean | second type: int
      a.set(0, x << 2f);
//~              ^ bad operand types for binary operator '<<' | first type:  int | second type: float
//~                 ^ [KILN1112] A value of type float stands where an integer is needed. | Write an integer here.
      a.set(0, x & true);
//~              ^ bad operand types for binary operator '&' | first type:  int | second type: boolean
//~                ^ [KILN1112] A value of type boolean stands where an integer is needed. | Write an integer here.
      a.set(0, x < true ? 1 : 0);
//~              ^ bad operand types for binary operator '<' | first type:  int | second type: boolean
//~                ^ [KILN1112] A value of type boolean stands where a number is needed. | Write a number here.
      a.set(0, p > 0 ? 1 : true);
//~                  ^ incompatible types: bad type in conditional expression | java.lang.Object&java.io.Serializable&java.lang.Comparable<? extends java.lang.Object&java.io.Serializable&java.lang.Comparable<?>&java.lang.constant.Constable>&java.lang.constant.Constable cannot be converted to float
//~                        ^ [KILN1112] A value of type boolean stands where int is needed. | Give both branches one type.
      a.set(0, a);
//~            ^ [KILN1112] A value of type FloatTensor<F32> stands where float is needed. | Write a value of type float.
//~            ^ incompatible types: dev.kiln.lang.FloatTensor<dev.kiln.lang.F32> cannot be converted to float
      a.set(0, 1.5);
//~            ^ [KILN1112] A value of type double stands where float is needed. | Cast it with (float).
//~            ^ incompatible types: possible lossy conversion from double to float
      a.set(1.5f, 1);
//~         ^ [KILN1112] A value of type float stands where int is needed. | Cast it with (int).
//~         ^ incompatible types: possible lossy conversion from float to int
      a.set(0, (int) true);
//~            ^ [KILN1112] A value of type boolean stands where int is needed. | Write a value that can be cast to int.
//~                  ^ incompatible types: boolean cannot be converted to int
      var both = p > 0 ? a : c;
//~                    ^ [KILN1102] A choice between tiles is not available in a kernel. | Use if and else around the tile words.
    });
  }

  @TileKernel
  static void severalInOne(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> c) {
    grid(1, x -> a.set(true, unknown1 + "a" + counter * unknown2));
//~                    ^ [KILN1112] A value of type boolean stands where int is needed. | Write a value of type int.
//~                          ^ [KILN1110] 'unknown1' is not known here. | Declare it, or import it.
//~                          ^ cannot find symbol | symbol:   variable unknown1 | location: class t.Expressions
//~                                     ^ [KILN1106] Strings are not available in a kernel. | Remove it; to see values, write print("label", x), or debug a direct call of the method.
//~                                           ^ [KILN1117] Field 'counter' is not a constant. | Make it static final with a constant value, or pass it as a parameter.
//~                                                     ^ [KILN1110] 'unknown2' is not known here. | Declare it, or import it.
//~                                                     ^ cannot find symbol | symbol:   variable unknown2 | location: class t.Expressions
  }

  @TileKernel
  static void tiles(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> c) {
    grid(1, x -> {
      var t = shared(F32, 4);
      t = shared(F32, 4);
//~   ^ [KILN1102] Assigning the variable 't' of a tile again is not available in a kernel. | Copy the elements with copy, or use a second variable.
      var n = t.length;
//~            ^ [KILN1102] Field 'length' is not available in a kernel. | Use the methods of tensors: dim, get, set, at and t.
//~            ^ cannot find symbol | symbol:   variable length | location: variable t of type dev.kiln.lang.FloatTensor<dev.kiln.lang.F32>
      var b = a == c;
//~           ^ [KILN1112] A value of type FloatTensor<F32> stands where a number is needed. | Write a number here.
//~                ^ [KILN1112] A value of type FloatTensor<F32> stands where a number is needed. | Write a number here.
      var d = t + 1;
//~           ^ [KILN1112] A value of type FloatTensor<F32> stands where a number is needed. | Write a number here.
//~             ^ bad operand types for binary operator '+' | first type:  dev.kiln.lang.FloatTensor<dev.kiln.lang.F32> | second type: int
    });
  }
}
