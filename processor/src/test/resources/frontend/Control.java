package frontend;

import static dev.kiln.lang.Tile.*;

import dev.kiln.lang.*;

/** Branches, loops, jumps and early returns. */
final class Control {
  @TileKernel
  static void branches(@Dims("n") IntTensor<I32> x, @Dims("n") IntTensor<I32> y) {
    grid(x.dim(0), (b) -> {
      int r;
      if (x.get(b) > 0) {
        r = 1;
      } else if (x.get(b) < -1_000_000) {
        r = 2;
      } else r = 3;
      if (r == 2) r += 10;
      if (r == 1) {
      } else {
        int r2 = r * 2;
        r = r2;
      }
      y.set(b, r);
    });
  }

  @TileKernel
  static void counted(@Dims("n") IntTensor<I32> x, @Dims("n") LongTensor y, int p) {
    grid(x.dim(0), (b) -> {
      long sum = 0;
      for (int i = 0; i < b; i++) sum += i;
      for (int i = 2; i <= p + b; ++i) sum += 3 * i;
      for (int i = b; 20 > i; i += 3) sum -= i;
      for (long i = 1; i < b + 3; i += 1) sum ^= i;
      for (int i = 0; i < 0; i++) sum = 7;
      y.set(b, sum);
    });
  }

  @TileKernel
  static void general(@Dims("n") IntTensor<I32> x, @Dims("n") LongTensor y, int p) {
    grid(x.dim(0), (b) -> {
      long sum = 0;
      for (int i = b; i >= 0; i--) sum += i;
      for (int i = 0, j = 10; i < j; i++, j--) sum += i * j;
      for (int i = 0; i < 10; i++) {
        if (i == 4) i += 2;
        sum += i;
      }
      int limit = 6;
      for (int i = 0; i < limit; i++) {
        sum += i;
        limit -= i == 2 ? 1 : 0;
      }
      int free = 3;
      for (; free < b; ) free += 2;
      for (int i = 1; i != 16; i *= 2) sum += i;
      y.set(b, sum * 100 + free);
    });
  }

  @TileKernel
  static void whiles(@Dims("n") IntTensor<I32> x, @Dims("n") IntTensor<I32> y) {
    grid(x.dim(0), (b) -> {
      int n = b + 1;
      int steps = 0;
      while (n != 1) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
      }
      int once = 0;
      do {
        once += 3;
        if (once == 6) continue;
        once++;
      } while (once < b);
      y.set(b, steps * 100 + once);
    });
  }

  @TileKernel
  static void jumps(@Dims("n") IntTensor<I32> x, @Dims("n") IntTensor<I32> y) {
    grid(x.dim(0), (b) -> {
      int sum = 0;
      for (int i = 0; i < 20; i++) {
        if (i % 3 == 0) continue;
        if (i > b) break;
        for (int j = 0; ; j++) {
          if (j == i) break;
          sum += j;
        }
        sum += i;
      }
      while (true) {
        if (++sum % 7 == 0) {
          break;
        } else if (sum % 2 == 0) {
          continue;
        }
        sum++;
      }
      y.set(b, sum);
    });
  }

  @TileKernel
  static void ranges(@Dims("n") IntTensor<I32> x, @Dims("n") IntTensor<I32> y, int p) {
    grid(x.dim(0), (b) -> {
      int sum = 0;
      for (int i : serial(b)) {
        if (i == 5) break;
        sum += i;
      }
      for (var i : unroll(4)) sum += i * p;
      for (int i : pipelined(ceilDiv(b, 2), 3)) {
        i += 2;
        sum ^= i;
      }
      for (int i : serial(-3)) sum = i;
      y.set(b, sum);
    });
  }

  @TileKernel
  static void returns(@Dims("n") IntTensor<I32> x, @Dims("n") IntTensor<I32> y) {
    grid(x.dim(0), (b) -> {
      if (b > 10) return;
      y.set(b, 1);
      if (b == 3) {
        y.set(b, 2);
        return;
      } else if (b == 4) {
        y.set(b, 3);
      }
      {
        if (b == 6) return;
      }
      y.set(b, y.get(b) + 10);
      return;
    });
  }

  @TileKernel
  static void parallelBodies(@Dims("m, n") IntTensor<I32> x, int p) {
    grid(x.dim(0), (b) -> {
      int offset = p;
      offset += b;
      int most = offset > 4 ? 4 : offset;
      parallel(x.dim(1), (j) -> {
        if (j % 5 == most) return;
        int sum = 0;
        for (int i = 0; i < j; i++) {
          if (i == 7) break;
          sum += i * most;
        }
        while (sum > 50) sum -= 13;
        x.set(b, j, sum);
      });
    });
  }

  @TileKernel
  @Variant("fast=true, size=3")
  @Variant("fast=false, size=4")
  static void constantBranches(@Dims("n") IntTensor<I32> y, @Const boolean fast, @Const int size) {
    grid(y.dim(0), (b) -> {
      if (fast) {
        y.set(b, size);
      } else {
        var t = local(I32, size, 2);
        fill(t, b);
        y.set(b, t.get(size - 1, 1) * 10);
      }
      while (fast) {
        break;
      }
    });
  }
}
