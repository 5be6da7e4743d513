package dev.kiln.codegen.llvm.cpu;

import dev.kiln.interp.Argument;
import dev.kiln.interp.Bits;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.text.Parser;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A kernel of tile IR with the arguments of one launch.
 *
 * @param grid extents of the grid, as the prologue would give them
 * @param tolerance the largest relative difference that another order of sums may make; 0 for equal
 *     bits, NaN being NaN
 */
record TileCase(
    String name, Kernel kernel, List<Integer> grid, List<Argument> arguments, double tolerance) {

  /** Parses {@code text}, in which {@code $name} stands for what {@code words} say. */
  static Kernel kernel(String text, Object... words) {
    String filled = text;
    for (int i = 0; i < words.length; i += 2) {
      filled = filled.replace("$" + words[i], words[i + 1].toString());
    }
    return Parser.parse("test.ir", filled);
  }

  TileCase within(double relative) {
    return new TileCase(name, kernel, grid, arguments, relative);
  }

  /** Whole numbers from -3 to 3: sums of their products are exact, in any order. */
  static TensorData integers(int seed, DType dtype, Integer... dims) {
    var random = new Random(seed);
    return filled(dtype, dims, data -> fill(data, () -> random.nextInt(-3, 4)));
  }

  static TensorData floats(int seed, DType dtype, Integer... dims) {
    var random = new Random(seed);
    return filled(dtype, dims, data -> fill(data, random::nextGaussian));
  }

  /** Infinities, NaN, both zeros, the smallest, the largest, halfway cases and ordinary numbers. */
  static TensorData adversarial(int seed, DType dtype, Integer... dims) {
    double[] special = {
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      0.0,
      -0.0,
      65504,
      65520,
      6e-8,
      2.98e-8,
      1e-40,
      3.4028235e38,
      -3.39e38,
      1.00048828125,
      1.0014648437,
      257,
      -259,
      0.1,
      1e-5
    };
    var random = new Random(seed);
    return filled(
        dtype,
        dims,
        data -> fill(data, () -> special[random.nextInt(special.length)] * random.nextInt(1, 3)));
  }

  private static TensorData filled(DType dtype, Integer[] dims, Consumer<TensorData> fill) {
    TensorData data = TensorData.zeros(dtype, dims);
    fill.accept(data);
    return data;
  }

  private static void fill(TensorData data, java.util.function.DoubleSupplier next) {
    for (int i = 0; i < data.size(); i++) {
      double value = next.getAsDouble();
      if (data.dtype() == DType.BOOL) {
        data.setBits(i, value > 0 ? 1 : 0);
      } else {
        data.set(i, value);
      }
    }
  }

  /** Fresh copies of the arguments, for one run. */
  List<Argument> copies() {
    var copies = new ArrayList<Argument>();
    for (Argument argument : arguments) {
      copies.add(argument instanceof TensorData tensor ? tensor.copy() : argument);
    }
    return copies;
  }

  /** Where {@code actual} is not what {@code expected} is; empty when it is. */
  String difference(List<Argument> expected, List<Argument> actual) {
    for (int a = 0; a < expected.size(); a++) {
      if (expected.get(a) instanceof TensorData right && actual.get(a) instanceof TensorData left) {
        for (int i = 0; i < right.size(); i++) {
          if (!isClose(right, left, i)) {
            return "%s: element %d of parameter %d %s is %s, not %s"
                .formatted(name, i, a, right.dims(), left.get(i), right.get(i));
          }
        }
      }
    }
    return "";
  }

  private boolean isClose(TensorData expected, TensorData actual, int at) {
    double right = Bits.toDouble(expected.dtype(), expected.bits(at));
    double left = Bits.toDouble(actual.dtype(), actual.bits(at));
    return expected.bits(at) == actual.bits(at)
        || (Double.isNaN(right) && Double.isNaN(left))
        || Math.abs(left - right) <= tolerance * (1 + Math.abs(right));
  }
}
