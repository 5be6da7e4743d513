package dev.kiln.examples;

import static dev.kiln.lang.Tile.BF16;
import static dev.kiln.lang.Tile.F16;
import static dev.kiln.lang.Tile.F32;
import static dev.kiln.lang.Tile.I32;
import static dev.kiln.lang.Tile.U8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.kiln.lang.BF16;
import dev.kiln.lang.F16;
import dev.kiln.lang.F32;
import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.I32;
import dev.kiln.lang.IntTensor;
import dev.kiln.lang.U8;
import dev.kiln.runtime.Device;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No addition is lost in any type, and none changes a neighbour. */
final class CountsTest {
  private static final int BINS = 16;

  /** All counts are whole numbers that even BF16 has: at most 256. */
  private static final int MOST = 250;

  /** A way to run the kernel. */
  private interface Counting {
    void run(
        IntTensor<U8> values,
        FloatTensor<F32> single,
        FloatTensor<F16> half,
        FloatTensor<BF16> upper,
        IntTensor<I32> whole);
  }

  private static void check(Device device, Counting kernel) {
    var trial = new Trial(device);
    var counts = new int[BINS];
    var values = new int[BINS * MOST - 77];
    for (int i = 0; i < values.length; i++) {
      int bin = trial.below(BINS);
      while (counts[bin] == MOST) {
        bin = (bin + 1) % BINS;
      }
      values[i] = bin + BINS * trial.below(16);
      counts[bin]++;
    }
    var expected = new float[BINS];
    for (int bin = 0; bin < BINS; bin++) {
      expected[bin] = counts[bin];
    }
    try (var given = device.tensor(U8, values.length);
        var single = device.tensor(F32, BINS);
        var half = device.tensor(F16, BINS);
        var upper = device.tensor(BF16, BINS);
        var whole = device.tensor(I32, BINS)) {
      given.copyFrom(values);
      single.copyFrom(new float[BINS]);
      half.copyFrom(new float[BINS]);
      upper.copyFrom(new float[BINS]);
      whole.copyFrom(new int[BINS]);
      kernel.run(given, single, half, upper, whole);
      assertArrayEquals(counts, whole.toInts(), trial::text);
      assertArrayEquals(expected, single.toFloats(), trial.text());
      assertArrayEquals(expected, half.toFloats(), trial.text());
      assertArrayEquals(expected, upper.toFloats(), trial.text());
    }
  }

  @Test
  void nothingIsLost() {
    for (Place place : Place.ALL) {
      check(place.device(), CountKernel::launch);
    }
    check(
        Device.cpu(),
        (values, single, half, upper, whole) ->
            Counts.count(values, single, half, upper, whole, 128));
  }

  @Test
  @Tag("gpu")
  void nothingIsLostOnTheGpu() {
    check(Device.best(), CountKernel::launch);
  }
}
