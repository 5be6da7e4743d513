package dev.kiln.codegen.llvm.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.codegen.llvm.cpu.Library.Tensor;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.text.Printer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Random low kernels give the interpreter's bits at every level. */
class RandomKernelsTest {
  private static final int LENGTH = 64;
  private static final long[] CORNERS = {
    0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE, 31, 255
  };
  private static final double[] FLOAT_CORNERS = {
    0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e-310, 1e300, 0.5
  };

  @Test
  void random_kernels_agree_with_the_interpreter() throws Exception {
    List<Kernel> kernels = LongStream.range(0, 60).mapToObj(RandomKernels::of).toList();
    Library library = Library.of(kernels);
    for (int i = 0; i < kernels.size(); i++) {
      List<TensorData> data = data(kernels.get(i), i);
      List<TensorData> expected = data.stream().map(TensorData::copy).toList();
      Interpreter.run(kernels.get(i), expected);
      for (int level : library.runnable()) {
        check(kernels.get(i), expected.getLast(), run(library, i, level, data), level);
      }
    }
  }

  private static void check(Kernel kernel, TensorData expected, TensorData actual, int level) {
    for (int i = 0; i < LENGTH; i++) {
      int at = i;
      assertEquals(
          canonical(expected.dtype(), expected.bits(i)),
          canonical(actual.dtype(), actual.bits(i)),
          () ->
              "element %d at v%d of%n%s"
                  .formatted(at, level, Printer.print(kernel, Printer.Places.HIDDEN)));
    }
  }

  private static long canonical(DType dtype, long bits) {
    return switch (dtype) {
      case F32 -> Float.floatToIntBits(Float.intBitsToFloat((int) bits));
      case F64 -> Double.doubleToLongBits(Double.longBitsToDouble(bits));
      default -> bits;
    };
  }

  private static List<TensorData> data(Kernel kernel, long seed) {
    var random = new Random(seed);
    var data = new ArrayList<TensorData>();
    for (var param : kernel.params()) {
      DType dtype = param.value().buffer().element();
      TensorData tensor = TensorData.zeros(dtype, LENGTH);
      for (int i = 0; i < LENGTH; i++) {
        if (dtype.isFloat()) {
          double corner = FLOAT_CORNERS[random.nextInt(FLOAT_CORNERS.length)];
          tensor.set(i, random.nextBoolean() ? corner : random.nextGaussian() * 1000);
        } else {
          long corner = CORNERS[random.nextInt(CORNERS.length)];
          long bits = random.nextBoolean() ? corner : random.nextLong();
          tensor.setBits(i, dtype == DType.I32 ? (int) bits : bits);
        }
      }
      data.add(tensor);
    }
    return data;
  }

  private static TensorData run(Library library, int kernel, int level, List<TensorData> data) {
    TensorData result = data.getLast().copy();
    try (Arena arena = Arena.ofConfined()) {
      var arguments = new ArrayList<Tensor>();
      for (TensorData tensor : data) {
        MemorySegment memory = arena.allocate(tensor.bytes().length, 64);
        MemorySegment.copy(
            tensor.bytes(), 0, memory, ValueLayout.JAVA_BYTE, 0, tensor.bytes().length);
        arguments.add(new Tensor(memory, LENGTH));
      }
      assertEquals(0, library.run(kernel, level, new long[] {1}, arguments.toArray()));
      MemorySegment last = arguments.getLast().memory();
      MemorySegment.copy(last, ValueLayout.JAVA_BYTE, 0, result.bytes(), 0, result.bytes().length);
    }
    return result;
  }
}
