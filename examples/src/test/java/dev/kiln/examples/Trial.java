package dev.kiln.examples;

import static org.junit.jupiter.api.Assertions.fail;

import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.FloatType;
import dev.kiln.runtime.Device;
import dev.kiln.runtime.KernelInfo;
import java.util.ArrayList;
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

  /** A kernel as its launcher or its method runs it. */
  interface Run<T extends FloatType> {
    void on(List<FloatTensor<T>> inputs, FloatTensor<T> output);
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
    return Place.constants(kernel, "cpu").of(name);
  }

  /** A tile's size and sizes that do not divide by it: off by 1, 7, 8 and half. */
  static List<Integer> around(int tile) {
    return IntStream.of(0, -8, -7, -1, 1, 7, 8, tile / 2)
        .map(off -> tile + off)
        .filter(size -> size > 0)
        .boxed()
        .toList();
  }

  /**
   * Runs a kernel as its method and in all places, and compares each result with the exact one and
   * with the first. Where there is a GPU the method is left out, which is slow and was run where
   * the tests were built.
   *
   * @param inputs on the CPU
   * @param dims of the output
   */
  <T extends FloatType> void check(
      Expected expected, List<FloatTensor<T>> inputs, Run<T> direct, Run<T> launch, int... dims) {
    T dtype = inputs.getFirst().dtype();
    var first = new ArrayList<Expected>();
    if (!Place.HAS_GPU) {
      try (var called = poisoned(dtype, dims)) {
        direct.on(inputs, called);
        check("called directly", expected, called);
        first.add(Expected.around(called.toFloats(), expected.bounds()));
      }
    }
    for (Place place : Place.ALL) {
      FloatTensor<T> found = run(place, inputs, launch, dims);
      check(place + " against double precision", expected, found);
      if (first.isEmpty()) {
        first.add(Expected.around(found.toFloats(), expected.bounds()));
      }
      check(place + " against the first", first.getFirst(), found);
    }
  }

  /** Runs the same and compares with results that have no other choice. */
  <T extends FloatType> void checkSame(
      float[] expected, List<FloatTensor<T>> inputs, Run<T> direct, Run<T> launch, int... dims) {
    if (!Place.HAS_GPU) {
      try (var called = poisoned(inputs.getFirst().dtype(), dims)) {
        direct.on(inputs, called);
        checkSame("called directly", expected, called.toFloats());
      }
    }
    for (Place place : Place.ALL) {
      checkSame(place.toString(), expected, run(place, inputs, launch, dims).toFloats());
    }
  }

  /** What a launch gives on copies of the inputs, on the CPU. */
  <T extends FloatType> FloatTensor<T> run(
      Place place, List<FloatTensor<T>> inputs, Run<T> launch, int... dims) {
    T dtype = inputs.getFirst().dtype();
    var held = new ArrayList<Place.Held<FloatTensor<T>>>();
    try (var output = place.poisoned(dtype, dims)) {
      inputs.forEach(input -> held.add(place.copy(input)));
      launch.on(held.stream().map(Place.Held::tensor).toList(), output.tensor());
      held.forEach(Place.Held::checked);
      return filled(dtype, output.checked().toFloats(), dims);
    } finally {
      held.forEach(Place.Held::close);
    }
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
