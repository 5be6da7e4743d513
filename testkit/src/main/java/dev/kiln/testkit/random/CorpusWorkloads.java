package dev.kiln.testkit.random;

import dev.kiln.interp.Argument;
import dev.kiln.interp.Interpreter;
import dev.kiln.interp.TensorData;
import dev.kiln.interp.TrapException;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Param;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Arguments for a kernel that somebody wrote: small tensors of random elements, in sizes that
 * divide by its tiles and in sizes off by 1, 7, 8 and half a tile.
 */
public final class CorpusWorkloads {
  /** The kernels of the corpus have tiles of 4 to 8 elements along a dimension. */
  private static final List<Map<String, Integer>> SIZES =
      List.of(
          Map.of("n", 17, "m", 9, "k", 5),
          Map.of("n", 16, "m", 8, "k", 4),
          Map.of("n", 15, "m", 7, "k", 3),
          Map.of("n", 9, "m", 16, "k", 12),
          Map.of("n", 12, "m", 1, "k", 15),
          Map.of("n", 1, "m", 15, "k", 1),
          Map.of("n", 24, "m", 12, "k", 11));

  private static final int OTHER_SIZE = 13;

  /** What maths and the order of sums may change, relative to the largest result. */
  private static final double DEVIATION = 0x1p-18;

  /**
   * The same for products of 8-bit floats, of whose sums GPUs cut all but 13 bits of the largest
   * term, for each of some 100 terms.
   */
  private static final double ROUGH_DEVIATION = 0x1p-6;

  private CorpusWorkloads() {}

  /** One for each of the sizes. */
  public static List<Workload> of(Kernel kernel) {
    return SIZES.stream().map(sizes -> of(kernel, sizes)).distinct().toList();
  }

  private static Workload of(Kernel kernel, Map<String, Integer> sizes) {
    var choices = new Choices(kernel.name().hashCode());
    var arguments = new ArrayList<Argument>();
    for (Param param : kernel.params()) {
      arguments.add(argument(param, sizes, choices));
    }
    return new Workload(kernel, arguments, bounds(kernel, arguments));
  }

  private static Argument argument(Param param, Map<String, Integer> sizes, Choices choices) {
    return switch (param.value().type()) {
      case Type.TensorType tensor -> {
        var dims = new ArrayList<Integer>();
        for (int axis = 0; axis < tensor.rank(); axis++) {
          dims.add(axis < param.dims().size() ? size(param.dims().get(axis), sizes) : OTHER_SIZE);
        }
        TensorData data = TensorData.zeros(tensor.element(), dims);
        Data.UNIFORM.fill(data, choices);
        yield data;
      }
      case Type.ScalarType scalar -> scalar(scalar.dtype());
      case Type.VectorType _,
          Type.TileType _,
          Type.RegionType _,
          Type.CellType _,
          Type.MemoryType _ ->
          throw new IllegalArgumentException("no parameter is " + param);
    };
  }

  private static int size(String dim, Map<String, Integer> sizes) {
    return Character.isDigit(dim.charAt(0))
        ? Integer.parseInt(dim)
        : sizes.getOrDefault(dim, OTHER_SIZE);
  }

  private static Argument scalar(DType dtype) {
    return switch (dtype) {
      case I32 -> Argument.Scalar.of(3);
      case I64 -> Argument.Scalar.of(5L);
      case F32 -> Argument.Scalar.of(0.75f);
      case F64 -> Argument.Scalar.of(2.5);
      case BOOL -> Argument.Scalar.of(true);
      case F16, BF16, E4M3, E5M2, I8, I16, U8 ->
          throw new IllegalArgumentException("no scalar is " + dtype);
    };
  }

  /** What follows from the largest results and the rounding of their types. */
  private static List<Bound> bounds(Kernel kernel, List<Argument> arguments) {
    List<Argument> results = Workload.copy(arguments);
    try {
      Interpreter.run(kernel, results);
    } catch (TrapException trap) {
      return arguments.stream().map(argument -> Bound.exact(0, 0)).toList();
    }
    double deviation = isRough(kernel) ? ROUGH_DEVIATION : DEVIATION;
    return results.stream().map(result -> bound(result, deviation)).toList();
  }

  private static boolean isRough(Kernel kernel) {
    boolean[] isSo = {false};
    Ops.walk(
        kernel.body(),
        op ->
            isSo[0] |=
                op instanceof TileOp.Gemm gemm
                    && gemm.left().buffer().element().isFloat()
                    && gemm.left().buffer().element().bytes() == 1);
    return isSo[0];
  }

  private static Bound bound(Argument result, double relative) {
    if (!(result instanceof TensorData data) || !data.dtype().isFloat()) {
      return Bound.exact(0, 0);
    }
    double largest = 1;
    for (int i = 0; i < data.size(); i++) {
      double magnitude = Math.abs(data.get(i));
      largest = Double.isFinite(magnitude) ? Math.max(largest, magnitude) : largest;
    }
    double deviation = (relative + 2 * Bound.unit(data.dtype())) * largest;
    return new Bound(largest, deviation, 0, true);
  }
}
