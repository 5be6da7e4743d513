package frontend;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** Sums that do not depend on their order, in elements that lie side by side. */
final class Atomics {
  @TileKernel
  static void floats(
      @Dims("n") IntTensor<I32> x, @Dims("m") FloatTensor<F32> f, @Dims("m") FloatTensor<F16> h,
      @Dims("m") FloatTensor<BF16> b, @Dims("m") DoubleTensor d) {
    grid(x.dim(0), (block) -> parallel(4, (i) -> {
      int bin = (x.get(block) + i) & 7;
      atomicAdd(f, bin, 1f);
      atomicAdd(h, bin, 1f);
      atomicAdd(b, bin, 2f);
      atomicAdd(d, bin, 0.5);
    }));
  }

  @TileKernel
  static void integers(
      @Dims("n") IntTensor<I32> x, @Dims("m") IntTensor<I32> i, @Dims("m") LongTensor l) {
    grid(x.dim(0), (block) -> parallel(4, (t) -> {
      int bin = (x.get(block) + t) & 7;
      atomicAdd(i, bin, x.get(block));
      atomicAdd(l, bin, x.get(block) * 3L);
    }));
  }

  @TileKernel
  static void small(
      @Dims("n") IntTensor<I32> x, @Dims("m") IntTensor<I16> s, @Dims("m") IntTensor<I8> b,
      @Dims("m") IntTensor<U8> u) {
    grid(x.dim(0), (block) -> parallel(4, (t) -> {
      int bin = (x.get(block) + t) & 7;
      atomicAdd(s, bin, x.get(block));
      atomicAdd(b, bin, x.get(block));
      atomicAdd(u, bin, x.get(block));
    }));
  }

  @TileKernel
  static void onChip(@Dims("n") IntTensor<I32> x, @Dims("k, 8") FloatTensor<F16> y) {
    grid(y.dim(0), (block) -> {
      var own = shared(F16, 8);
      var other = shared(BF16, 8);
      clear(own);
      clear(other);
      int n = x.dim(0);
      parallel(n, (i) -> {
        atomicAdd(own, x.get(i) & 7, 1f);
        atomicAdd(other, x.get(i) & 7, 1f);
      });
      parallel(8, (i) -> y.set(block, i, own.get(i) + 100f * other.get(i)));
    });
  }
}
