package frontend;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** Integer arithmetic: operators, shifts, wrapping, division, literals. */
final class Integers {
  private static final int BIG = Integer.MAX_VALUE;

  @TileKernel
  static void operators(@Dims("n") IntTensor<I32> x, @Dims("n") IntTensor<I32> y) {
    grid(x.dim(0), (b) -> {
      int a = x.get(b);
      int c = b + 1;
      y.set(b, ((a + c) * (a - c) & 0xffff | ~a ^ -c) + (+a));
    });
  }

  @TileKernel
  static void division(@Dims("n") IntTensor<I32> x, @Dims("n") IntTensor<I32> y, int d) {
    grid(x.dim(0), (b) -> {
      int a = x.get(b);
      y.set(b, a / 7 + a % -5 + a / (d * d + 1) + a % (d | 1));
    });
  }

  @TileKernel
  static void divisionThatFails(@Dims("n") IntTensor<I32> x, @Dims("n") IntTensor<I32> y) {
    grid(x.dim(0), (b) -> y.set(b, x.get(b) / (b - 4)));
  }

  @TileKernel
  static void smallestByMinusOne(@Dims("n") IntTensor<I32> x, @Dims("n") IntTensor<I32> y, int p) {
    grid(x.dim(0), (b) -> {
      int minusOne = p - p - 1;
      int least = Integer.MIN_VALUE + (p - p);
      y.set(b, least / minusOne + least % minusOne);
    });
  }

  @TileKernel
  static void shifts(@Dims("n") IntTensor<I32> x, @Dims("n") LongTensor y, long wide) {
    grid(x.dim(0), (b) -> {
      int a = x.get(b);
      long l = a * 1_000_000_007L;
      y.set(b, (a << b) + (a >> b + 30) + (a >>> wide) + (l << a) + (l >> 3) + (l >>> b * 5));
    });
  }

  @TileKernel
  static void longs(@Dims("n") LongTensor x, @Dims("n") LongTensor y) {
    grid(x.dim(0), (b) -> {
      long a = x.get(b);
      y.set(b, a * a + BIG * 2L - (a ^ 0x1234_5678_9abcL) % 1000 + a / -3 + ~a);
    });
  }

  @TileKernel
  static void literals(@Dims("n") LongTensor y) {
    grid(y.dim(0), (b) -> {
      y.set(b, -2147483648 + 0x7fff_ffff + 0b1010 + 017 + 'a' + '\n' + -9223372036854775808L);
    });
  }

  @TileKernel
  static void narrowElements(
      @Dims("n") IntTensor<I8> a, @Dims("n") IntTensor<I16> b, @Dims("n") IntTensor<U8> c) {
    grid(a.dim(0), (i) -> {
      int sum = a.get(i) * b.get(i) + c.get(i);
      a.set(i, sum);
      b.set(i, sum * 3);
      c.set(i, sum - 1);
    });
  }

  @TileKernel
  static void words(@Dims("n") IntTensor<I32> x, @Dims("n") IntTensor<I32> y, int p) {
    grid(x.dim(0), (b) -> {
      int a = x.get(b);
      int d = p * p + 2;
      int e = ceilDiv(a, 8) + ceilDiv(a, d) + Math.floorDiv(a, 6) + Math.floorDiv(a, -d);
      int f = Math.floorMod(a, 9) + Math.floorMod(a, d) + abs(a) + clamp(a, -100, 100);
      int g = max(a, b) - min(a, p) + select(a > 0, 1, 2) + Integer.bitCount(a);
      y.set(b, e + f * 3 + g * 5 + Integer.numberOfLeadingZeros(a) + Math.max(a, 3));
    });
  }
}
