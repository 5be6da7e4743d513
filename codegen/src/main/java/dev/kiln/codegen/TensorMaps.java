package dev.kiln.codegen;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Param;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The tensor maps that a kernel's copies need, each a parameter of its entry point, numbered in
 * order.
 */
public record TensorMaps(Kernel kernel, List<TensorMap> maps) {

  /**
   * What boxes of a tensor look like.
   *
   * @param parameter the number of the tensor among the kernel's parameters
   * @param extents of the box, outermost first
   * @param isSwizzled whether its chunks are permuted by rows of 128 bytes
   * @param isRounded whether elements of F32 are rounded to TF32
   */
  public record TensorMap(
      int parameter, List<Integer> extents, boolean isSwizzled, boolean isRounded) {
    public TensorMap {
      extents = List.copyOf(extents);
    }

    /**
     * As the manifest has it: parameter, extents from the innermost on, bytes of the swizzle, and
     * {@code tf32} where that is what arrives.
     */
    public String text() {
      var inner = extents.reversed().stream().map(String::valueOf).toList();
      return parameter
          + " "
          + String.join(",", inner)
          + (isSwizzled ? " 128" : " 0")
          + (isRounded ? " tf32" : "");
    }
  }

  public TensorMaps {
    maps = List.copyOf(maps);
  }

  /** The maps of {@code kernel}, in the order of the text. */
  public static TensorMaps of(Kernel kernel) {
    var maps = new LinkedHashSet<TensorMap>();
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof LowOp.CopyBox copy) {
            maps.add(map(copy, kernel));
          }
        });
    return new TensorMaps(kernel, new ArrayList<>(maps));
  }

  private static TensorMap map(LowOp.CopyBox copy, Kernel kernel) {
    List<Param> params = kernel.params();
    for (int i = 0; i < params.size(); i++) {
      if (params.get(i).value().equals(copy.tensor())) {
        return new TensorMap(i, copy.extents(), copy.isSwizzled(), copy.isRounded());
      }
    }
    throw new IllegalStateException(copy.tensor() + " is no parameter");
  }

  /** The number of the map that {@code copy} needs. */
  public int number(LowOp.CopyBox copy) {
    int number = maps.indexOf(map(copy, kernel));
    if (number < 0) {
      throw new IllegalStateException("no map for the copy at " + copy.loc());
    }
    return number;
  }
}
