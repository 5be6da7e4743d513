package t;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

class Statements {
  @TileKernel
  static void refused(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> c) {
    grid(1, x -> {
      assert x > 0;
//~   ^ [KILN1101] assert is not available in a kernel. | Check before the launch, and remove it.
      switch (x) {
//~   ^ [KILN1101] switch is not available in a kernel. | Use if and else.
        case 1:
          break;
        default:
      }
      outer:
//~   ^ [KILN1101] A label is not available in a kernel. | Use a boolean variable to leave outer loops.
      for (int i = 0; i < 3; i++) {
        continue outer;
      }
      try {
//~   ^ [KILN1107] Exceptions are not available in a kernel. | Check arguments before the launch, or what only the kernel knows with assertTrue(condition).
        a.set(0, 1f);
      } finally {
        a.set(1, 1f);
      }
      throw new IllegalStateException();
//~   ^ [KILN1107] Exceptions are not available in a kernel. | Check arguments before the launch, or what only the kernel knows with assertTrue(condition).
    });
  }

  @TileKernel
  static void loops(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> c) {
    grid(1, x -> {
      synchronized (a) {
//~   ^ [KILN1101] synchronized is not available in a kernel. | Remove it; use atomicAdd for shared sums.
      }
      class Local {}
//~   ^ [KILN1101] A local class is not available in a kernel. | Declare it outside of the method.
      for (float f : new float[] {1f}) {
//~                  ^ [KILN1105] A kernel cannot create an object of type 'float[]'. | Use a tile made by shared, fragment or local.
        a.set(0, f);
      }
      for (int i = 0; i < 3; i++) {
        if (i == 2) {
          return;
//~       ^ [KILN1101] A return from within a loop or before other statements is not available in a kernel. | Use if and else, or break, so that the end of the method is reached.
        }
      }
      for (int i : serial(4)) {
        if (i == x) break outer;
//~                 ^ [KILN1101] A label is not available in a kernel. | Use a boolean variable to leave outer loops.
//~                 ^ undefined label: outer
      }
    });
  }

  @TileKernel
  static void declarations(@Dims("n") FloatTensor<F32> a, @Dims("n") FloatTensor<F32> c) {
    grid(1, x -> {
      String text = "no";
//~   ^ [KILN1103] Type 'String' is not available in a kernel. | Use int, long, float, double, boolean, or a tile made by shared, fragment or local.
//~                 ^ [KILN1106] Strings are not available in a kernel. | Remove it; to see values, write print("label", x), or debug a direct call of the method.
      int[] array = null;
//~      ^ [KILN1103] Type 'int[]' is not available in a kernel. | Use int, long, float, double, boolean, or a tile made by shared, fragment or local.
//~                 ^ [KILN1102] null is not available in a kernel. | Write a number.
      Object object = x;
//~   ^ [KILN1103] Type 'Object' is not available in a kernel. | Use int, long, float, double, boolean, or a tile made by shared, fragment or local.
      Integer boxed = x;
//~   ^ [KILN1103] Type 'Integer' is not available in a kernel. | Use int, long, float, double, boolean, or a tile made by shared, fragment or local.
      int old[] = null;
//~       ^ [KILN1103] Type 'int[]' is not available in a kernel. | Use int, long, float, double, boolean, or a tile made by shared, fragment or local.
      FloatTensor<F32> later;
//~                    ^ [KILN1101] A tile variable without a tile is not available in a kernel. | Declare it where the tile is made, as in var t = shared(F32, 64, 64).
      var nothing = a.get(0) > 0;
      nothing = 3;
//~             ^ [KILN1112] A value of type int stands where boolean is needed. | Write a value of type boolean.
//~             ^ incompatible types: int cannot be converted to boolean
      float narrowed = 1.0;
//~                    ^ [KILN1112] A value of type double stands where float is needed. | Cast it with (float).
//~                    ^ incompatible types: possible lossy conversion from double to float
      int truncated = 1.5f + x;
//~                        ^ [KILN1112] A value of type float stands where int is needed. | Cast it with (int).
//~                        ^ incompatible types: possible lossy conversion from float to int
      byte small = 200;
//~                ^ [KILN1112] A value of type int stands where byte is needed. | Cast it with (byte).
//~                ^ incompatible types: possible lossy conversion from int to byte
      boolean truth = 1;
//~                   ^ [KILN1112] A value of type int stands where boolean is needed. | Write a value of type boolean.
//~                   ^ incompatible types: int cannot be converted to boolean
      if (x) {
//~       ^ [KILN1112] A value of type int stands where boolean is needed. | Write a condition, as in x > 0.
//~       ^ incompatible types: int cannot be converted to boolean
        a.set(0, 1);
      }
      while (a.get(0)) {}
//~           ^ [KILN1112] A value of type float stands where boolean is needed. | Write a condition, as in x > 0.
//~               ^ incompatible types: float cannot be converted to boolean
    });
  }
}
