package frontend;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** Promotion, casts and compound assignment between Java's primitive types. */
final class Conversions {
  @TileKernel
  static void casts(@Dims("n") DoubleTensor x, @Dims("n") LongTensor y) {
    grid(x.dim(0), (b) -> {
      double d = x.get(b) * 1e5;
      float f = (float) d;
      int i = (int) d;
      long l = (long) (d * 1e15);
      byte s = (byte) i;
      short t = (short) l;
      char c = (char) f;
      y.set(b, i + l + s * 3 + t * 5 + c * 7 + (int) 1e30f + (long) (d / 0) + (byte) c + (char) s);
    });
  }

  @TileKernel
  static void notANumber(@Dims("n") IntTensor<I32> y, float zero) {
    grid(y.dim(0), (b) -> {
      float f = zero - zero;
      y.set(b, (int) (f / f) + (int) (1 / f) + (byte) (-1 / f) + (short) (1e9f + f));
    });
  }

  @TileKernel
  static void promotion(
      @Dims("n") FloatTensor<F32> x, @Dims("n") DoubleTensor y, int i, long l, double d) {
    grid(x.dim(0), (b) -> {
      float f = x.get(b);
      y.set(b, f + i + l * f + i * d + i / 2 * 0.5f + 'x' * f + l / 3);
    });
  }

  @TileKernel
  static void compound(@Dims("n") IntTensor<I32> x, @Dims("n") IntTensor<I32> y, long l) {
    grid(x.dim(0), (b) -> {
      int i = x.get(b);
      byte s = 100;
      char c = 'a';
      short t = 3;
      float f = 1;
      i += 2.7f;
      i <<= l;
      i >>>= 2;
      i -= l;
      s += i;
      s++;
      ++s;
      c *= 1000;
      c--;
      t ^= i;
      f += i * 0.5;
      i %= 1000;
      i |= 5;
      y.set(b, i + s + c + t + (int) f);
    });
  }

  @TileKernel
  static void values(@Dims("n") IntTensor<I32> y) {
    grid(y.dim(0), (b) -> {
      int i = b;
      int j = i++ + ++i * 10;
      int k = (i = 7) + i-- - --i;
      int l = i += 3;
      y.set(b, i + j * 100 + k * 10_000 + l * 1_000_000);
    });
  }

  @TileKernel
  static void choice(@Dims("n") FloatTensor<F32> x, @Dims("n") DoubleTensor y, int p) {
    grid(x.dim(0), (b) -> {
      byte s = (byte) b;
      long l = p > 2 ? s : 70000;
      y.set(b, (b % 2 == 0 ? x.get(b) : p) + (p > b ? 'a' : s) + (p < b ? l : 0.5f));
    });
  }

  @TileKernel
  static void halves(@Dims("n") FloatTensor<F16> x, @Dims("n") FloatTensor<BF16> y) {
    grid(x.dim(0), (b) -> {
      float f = x.get(b) / 3;
      x.set(b, f);
      y.set(b, f * 1.01f + x.get(b));
    });
  }

  @TileKernel
  static void bits(@Dims("n") FloatTensor<F32> x, @Dims("n") IntTensor<I32> y) {
    grid(x.dim(0), (b) -> {
      int raw = Float.floatToRawIntBits(x.get(b));
      x.set(b, Float.intBitsToFloat(raw ^ 0x8000_0000));
      y.set(b, raw);
    });
  }
}
