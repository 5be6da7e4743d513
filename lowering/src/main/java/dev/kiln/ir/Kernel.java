package dev.kiln.ir;

import java.util.List;

/**
 * One specialisation of a kernel method: its parameters and its body. The body is a prologue of
 * pure scalar operations followed by one {@link LowOp.Grid}.
 */
public record Kernel(String name, List<Param> params, Body body, Loc loc) {
  public Kernel {
    params = List.copyOf(params);
  }

  /**
   * The name that {@code @Dims} gives a dimension of {@code tensor}; empty where it has none. Those
   * of one name have one extent.
   */
  public String dimName(Value tensor, int axis) {
    return params.stream()
        .filter(param -> param.value().equals(tensor) && axis < param.dims().size())
        .map(param -> param.dims().get(axis))
        .findFirst()
        .orElse("");
  }

  /** This kernel with another body; itself when the body is the same. */
  @SuppressWarnings("ReferenceEquality") // the same object means unchanged
  public Kernel withBody(Body changed) {
    return changed == body ? this : new Kernel(name, params, changed, loc);
  }

  /** The largest value id in use. */
  public int largestId() {
    int largest = -1;
    for (Param param : params) {
      largest = Math.max(largest, param.value().id());
    }
    return Math.max(largest, Ops.largestId(body));
  }
}
