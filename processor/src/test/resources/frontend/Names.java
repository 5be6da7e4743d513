package frontend;

import static dev.kiln.lang.Tile.*;
import static frontend.Names.Inner.Deep.DEPTH;

import dev.kiln.lang.*;
import java.util.concurrent.TimeUnit;

/** Where a name may come from. */
final class Names extends NamesParent implements NamesInterface {
  static final int SIZE = 4;
  static final int DOUBLE_SIZE = SIZE * 2 + Short.SIZE;
  static final double E = Math.E;
  static final char LETTER = 'x';
  static final byte SMALL = -3;
  static final boolean ON = SIZE > 3;

  static final class Inner {
    static final int SIZE = 9;

    static final class Deep {
      static final long DEPTH = 11;
    }
  }

  @TileKernel
  static void constants(@Dims("n") DoubleTensor y) {
    grid(y.dim(0), (b) -> {
      double sum = SIZE + DOUBLE_SIZE + E + LETTER + SMALL + DEPTH + INHERITED + FROM_INTERFACE;
      sum += Inner.SIZE + Inner.Deep.DEPTH + Names.SIZE + frontend.Names.Inner.SIZE;
      sum += Integer.MAX_VALUE + Long.MIN_VALUE + java.lang.Math.PI + NamesParent.INHERITED;
      sum += ON ? Float.MIN_NORMAL : INFINITY;
      y.set(b, sum);
    });
  }

  @TileKernel
  static void qualifiedWords(@Dims("n") FloatTensor<F32> x, @Dims("n") FloatTensor<F32> y) {
    Tile.grid(x.dim(0), (b) -> {
      int SIZE = 2;
      FloatTensor<F32> t = dev.kiln.lang.Tile.shared(Tile.F32, SIZE, Names.SIZE);
      Tile.fill(t, Tile.max(1f, b));
      y.set(b, t.get(SIZE - 1, 3) + x.get(b));
    });
  }

  @TileKernel
  static void scopes(@Dims("n") IntTensor<I32> y) {
    grid(y.dim(0), (b) -> {
      int sum = 0;
      {
        int inner = 3;
        sum += inner;
      }
      for (int inner = 0; inner < 2; inner++) sum += inner;
      final int inner = 5;
      var known = inner * 2;
      var t = local(I32, known);
      fill(t, known);
      y.set(b, sum + t.get(9));
    });
  }

  @TileKernel
  static void ownWord(@Dims("n") IntTensor<I32> y) {
    grid(y.dim(0), (b) -> y.set(b, max(b, 3)));
  }

  /** Hides the word of the language. */
  @TileFunction
  static int max(int a, int b) {
    return a * 100 + b;
  }
}

/** Has a constant to inherit. */
class NamesParent {
  static final int INHERITED = 21;
}

/** Has a constant to inherit. */
interface NamesInterface {
  int FROM_INTERFACE = 34;
}
