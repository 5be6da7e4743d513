package frontend;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** Floating arithmetic, comparisons and the scalar words. */
final class Floats {
  @TileKernel
  static void operators(@Dims("n") FloatTensor<F32> x, @Dims("n") FloatTensor<F32> y) {
    grid(x.dim(0), (b) -> {
      float f = x.get(b);
      y.set(b, (f * 3 - 1f / f) % 0.75f + -f + +f);
    });
  }

  @TileKernel
  static void comparisons(@Dims("n") FloatTensor<F32> x, @Dims("n") IntTensor<I32> y, float zero) {
    grid(x.dim(0), (b) -> {
      float f = x.get(b) > 0 ? x.get(b) : zero / zero;
      boolean less = f < 1;
      boolean different = less != (f >= 1);
      int bits = less ? 1 : 0;
      bits |= f <= 1 ? 2 : 0;
      bits |= f == f ? 4 : 0;
      bits |= f != f ? 8 : 0;
      bits |= different ? 16 : 0;
      bits |= !(f > 1) ? 32 : 0;
      bits |= less & different | less ^ true ? 64 : 0;
      bits |= less == different ? 128 : 0;
      y.set(b, bits);
    });
  }

  @TileKernel
  static void words(@Dims("n") FloatTensor<F32> x, @Dims("n") FloatTensor<F32> y, float zero) {
    grid(x.dim(0), (b) -> {
      float f = x.get(b);
      float g = max(f, -0f) + min(f, zero) + abs(f) + clamp(f, -1, 1) + fma(f, f, 1f);
      float h = sqrt(abs(f)) + floor(f) + ceil(f) + trunc(f) + nearbyint(f) + fmod(f, 0.3f);
      float i = select(isnan(f), 1f, 2f) + select(isinf(1 / zero), 3, 4f);
      y.set(b, g + h + i + select(isfinite(f), 5f, 6f) + copysign(3f, f));
    });
  }

  @TileKernel
  static void maths(@Dims("n") FloatTensor<F32> x, @Dims("n") FloatTensor<F32> y) {
    grid(x.dim(0), (b) -> {
      float f = x.get(b);
      float g = exp(f) + exp2(f) + log(abs(f) + 1) + sin(f) + cos(f) + tanh(f) + sigmoid(f);
      y.set(b, g + pow(abs(f), 1.5f) + atan2(f, 2) + rsqrt(f * f + 1) + erf(f) + ldexp(f, b % 4));
    });
  }

  @TileKernel
  static void mathOfTheJdk(@Dims("n") FloatTensor<F32> x, @Dims("n") DoubleTensor y) {
    grid(x.dim(0), (b) -> {
      float f = x.get(b);
      double d = Math.sqrt(Math.abs(f)) + Math.floor(f) + Math.exp(f) + Math.fma(f, f, 2.0);
      y.set(b, d + Math.rint(f) + Math.max(f, 1.0) + Math.hypot(f, 3) + StrictMath.ceil(f));
    });
  }

  @TileKernel
  static void truths(@Dims("n") BoolTensor x, @Dims("n") BoolTensor y, boolean p) {
    grid(x.dim(0), (b) -> y.set(b, x.get(b) ^ p | !x.get(b) && p));
  }
}
