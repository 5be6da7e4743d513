package dev.kiln.ir;

import java.util.List;

/**
 * A run-time parameter of a kernel: a tensor in global memory or a scalar. {@code @Const}
 * parameters are bound before the IR is built and do not appear.
 *
 * @param value its type is a {@link Type.TensorType} or a {@link Type.ScalarType}
 * @param dims names of the dimensions from {@code @Dims}, outermost first; empty when not given
 */
public record Param(String name, Value value, List<String> dims, Loc loc) {
  public Param {
    dims = List.copyOf(dims);
  }
}
