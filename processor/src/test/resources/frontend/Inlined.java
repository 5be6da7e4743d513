package frontend;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** Functions of the kernel's own file. */
final class Inlined {
  @TileFunction
  static float square(float x) {
    return x * x;
  }

  @TileFunction
  static float clampedSquare(float x, float limit) {
    if (x > limit) {
      return limit;
    }
    float y = square(x);
    if (y < 0.5f) return -y;
    else if (y > 3) {
      y -= 1;
      return y;
    }
    return y + 1;
  }

  @TileFunction
  static int power(int base, int exponent) {
    int result = 1;
    while (exponent > 0) {
      result *= base;
      exponent--;
    }
    return result;
  }

  @TileFunction
  static void addTo(FloatTensor<F32> tile, int size, float value) {
    if (size == 0) return;
    parallel(size, (i) -> tile.set(i, tile.get(i) + value));
  }

  @TileFunction
  static FloatTensor<F32> filled(int size, float value) {
    var made = local(F32, size);
    fill(made, value);
    return made;
  }

  @TileFunction
  static <T extends FloatType> float first(FloatTensor<T> tensor) {
    return tensor.get(0);
  }

  @TileFunction
  static long wide(long x) {
    return x + 1;
  }

  @TileFunction
  static int wide(int x) {
    return x + 2;
  }

  @TileKernel
  static void scalars(@Dims("n") FloatTensor<F32> x, @Dims("n") FloatTensor<F32> y) {
    grid(x.dim(0), (b) -> {
      y.set(b, clampedSquare(x.get(b), 1.9f) + square(b) + power(b % 4, 3) + wide(b) + wide(2L));
    });
  }

  @TileKernel
  @Variant("size=4")
  static void tiles(@Dims("n") FloatTensor<F32> x, @Dims("n") FloatTensor<F32> y, @Const int size) {
    grid(ceilDiv(twice(x.dim(0)), 2 * size), (b) -> {
      var t = filled(size, 2.5f);
      addTo(t, size, x.get(b));
      addTo(t, size - size, 100);
      Helpers.addTo(t, size, first(x));
      copy(t, y.at(b * size));
    });
  }

  @TileFunction
  static int twice(int x) {
    return 2 * x;
  }

  /** Functions of a nested class. */
  static final class Helpers {
    private static final float STEP = 0.25f;

    @TileFunction
    static void addTo(FloatTensor<F32> tile, int size, float value) {
      parallel(size, (i) -> tile.set(i, tile.get(i) + value * STEP + own(i)));
    }

    @TileFunction
    private static int own(int i) {
      return i * 3;
    }
  }
}
