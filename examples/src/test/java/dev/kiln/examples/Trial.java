package dev.kiln.examples;

import static org.junit.jupiter.api.Assertions.fail;

import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.FloatType;
import dev.kiln.runtime.CpuDevice;
import dev.kiln.runtime.Device;
import dev.kiln.runtime.KernelInfo;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * One run of an example on random data: makes its tensors and compares its results.
 *
 * <p>Every failure names the seed, which {@code -Dkiln.seed=…} sets.
 */
final class Trial {
  private static final long SEED =
      Long.getLong("kiln.seed", System.currentTimeMillis() % 1_000_000_000);

  /** The levels of the CPU that this machine has. */
  static final List<Level> LEVELS = CpuLevels.all().stream().map(Level::new).toList();

  /** The CPU with the binaries of one level. */
  record Level(int number) {

    CpuDevice device() {
      return Device.cpu().withLevel(number);
    }

    /** The same elements in a tensor whose launches run at this level. */
    <T extends FloatType> FloatTensor<T> copy(FloatTensor<T> tensor) {
      FloatTensor<T> copy = device().tensor(tensor.dtype(), tensor.dims());
      copy.copyFrom(tensor.memory().host());
      return copy;
    }

    @Override
    public String toString() {
      return "at level v" + number;
    }
  }

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final String what;

  /**
   * A run.
   *
   * @param what says in failures which one
   */
  Trial(Object what) {
    this.what = what.toString();
  }

  /** N(0, 1) in the elements of a new tensor. */
  <T extends FloatType> FloatTensor<T> normal(T dtype, int... dims) {
    return filled(dtype, normals(IntStream.of(dims).reduce(1, Math::multiplyExact)), dims);
  }

  private float[] normals(int count) {
    var elements = new float[count];
    for (int i = 0; i < count; i++) {
      elements[i] = (float) random.nextGaussian();
    }
    return elements;
  }

  /** A whole number from 0 on. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  static <T extends FloatType> FloatTensor<T> filled(T dtype, float[] elements, int... dims) {
    FloatTensor<T> tensor = Device.cpu().tensor(dtype, dims);
    tensor.copyFrom(elements);
    return tensor;
  }

  /** A new tensor that holds NaN wherever a kernel fails to write. */
  static <T extends FloatType> FloatTensor<T> poisoned(T dtype, int... dims) {
    var elements = new float[IntStream.of(dims).reduce(1, Math::multiplyExact)];
    Arrays.fill(elements, Float.NaN);
    return filled(dtype, elements, dims);
  }

  /** A constant of the variant that the CPU runs. */
  static int constant(KernelInfo kernel, String name) {
    return kernel.variants().stream()
        .filter(variant -> variant.targets().contains("cpu"))
        .findFirst()
        .map(variant -> Integer.parseInt(variant.constants().get(name)))
        .orElseThrow();
  }

  /** A tile's size and sizes that do not divide by it: off by 1, 7, 8 and half. */
  static List<Integer> around(int tile) {
    return IntStream.of(0, -8, -7, -1, 1, 7, 8, tile / 2)
        .map(off -> tile + off)
        .filter(size -> size > 0)
        .boxed()
        .toList();
  }

  /** Fails unless every element is within its bound. */
  void check(String how, Expected expected, FloatTensor<?> found) {
    float[] elements = found.toFloats();
    Expected.Worst worst = expected.worst(elements);
    if (!worst.isWithin()) {
      fail(
          "%s, %s, seed %d: element %s is %s, expected %s, off by %.3g where %.3g is allowed."
              .formatted(
                  what,
                  how,
                  SEED,
                  index(worst.index(), found.dims()),
                  elements[worst.index()],
                  expected.values()[worst.index()],
                  worst.error(),
                  worst.bound()));
    }
  }

  private static String index(int place, int[] dims) {
    var index = new int[dims.length];
    int rest = place;
    for (int axis = dims.length - 1; axis >= 0; axis--) {
      index[axis] = rest % dims[axis];
      rest /= dims[axis];
    }
    return Arrays.toString(index);
  }

  /** Fails unless both have the same bits. */
  void checkSame(String how, float[] expected, float[] found) {
    int at = Arrays.mismatch(bits(expected), bits(found));
    if (at >= 0) {
      fail(
          "%s, %s, seed %d: element number %d is %s, expected %s."
              .formatted(what, how, SEED, at, found[at], expected[at]));
    }
  }

  private static int[] bits(float[] elements) {
    return IntStream.range(0, elements.length)
        .map(i -> Float.floatToRawIntBits(elements[i]))
        .toArray();
  }

  /** What failures say besides the difference. */
  String text() {
    return "%s, seed %d".formatted(what, SEED);
  }
}
