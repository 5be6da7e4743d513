package dev.kiln.runtime;

import dev.kiln.runtime.KernelInfo.Access;
import dev.kiln.runtime.KernelInfo.Parameter;
import dev.kiln.runtime.KernelInfo.ScalarParameter;
import dev.kiln.runtime.KernelInfo.TensorParameter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A kernel's parameters, made ready for launches: where each argument goes and what its extents
 * must agree with.
 *
 * <p>Arguments are 8-byte slots: a tensor takes its address and its extents, a scalar one slot; the
 * three extents of the grid follow, and one slot for the device's own use.
 */
final class Signature {

  private final String kernel;
  private final List<Parameter> parameters;
  private final int[] slots;
  private final Extent[][] extents;

  private Signature(String kernel, List<Parameter> parameters) {
    this.kernel = kernel;
    this.parameters = parameters;
    this.slots = slots(parameters);
    this.extents = extents(parameters);
  }

  static Signature of(KernelInfo info) {
    return new Signature(info.kernel(), info.parameters());
  }

  /** What an extent must be. */
  sealed interface Extent {}

  /** Anything. */
  record Free() implements Extent {}

  /** A number that the kernel fixes. */
  record Fixed(int value) implements Extent {}

  /** The extent of an earlier tensor that has the same name. */
  record Same(String name, int parameter, int axis) implements Extent {}

  String kernel() {
    return kernel;
  }

  int size() {
    return parameters.size();
  }

  String name(int index) {
    return parameters.get(index).name();
  }

  TensorParameter tensor(int index) {
    return (TensorParameter) parameters.get(index);
  }

  boolean isTensor(int index) {
    return parameters.get(index) instanceof TensorParameter;
  }

  boolean writes(int index) {
    return parameters.get(index) instanceof TensorParameter tensor
        && tensor.access() != Access.READ;
  }

  /** The first slot of a parameter; that of the grid's extents for one past the last. */
  int slot(int index) {
    return slots[index];
  }

  /** The slot that follows the grid's extents. */
  int deviceSlot() {
    return slots[slots.length - 1] + 3;
  }

  /** The size of all slots. */
  long bytes() {
    return (deviceSlot() + 1) * 8L;
  }

  Extent extent(int index, int axis) {
    return extents[index][axis];
  }

  private static int[] slots(List<Parameter> parameters) {
    var slots = new int[parameters.size() + 1];
    for (int i = 0; i < parameters.size(); i++) {
      int width =
          switch (parameters.get(i)) {
            case TensorParameter tensor -> 1 + tensor.rank();
            case ScalarParameter _ -> 1;
          };
      slots[i + 1] = slots[i] + width;
    }
    return slots;
  }

  private static Extent[][] extents(List<Parameter> parameters) {
    Map<String, Extent> known = new HashMap<>();
    List<Extent[]> extents = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      extents.add(
          switch (parameters.get(i)) {
            case TensorParameter tensor -> extents(tensor, i, known);
            case ScalarParameter _ -> new Extent[0];
          });
    }
    return extents.toArray(Extent[][]::new);
  }

  private static Extent[] extents(TensorParameter tensor, int index, Map<String, Extent> known) {
    var extents = new Extent[tensor.rank()];
    for (int axis = 0; axis < extents.length; axis++) {
      extents[axis] =
          tensor.dims().isEmpty()
              ? new Free()
              : extent(tensor.dims().get(axis), index, axis, known);
    }
    return extents;
  }

  private static Extent extent(String name, int index, int axis, Map<String, Extent> known) {
    if (Character.isDigit(name.charAt(0))) {
      return new Fixed(Integer.parseInt(name));
    }
    @Nullable Extent earlier = known.putIfAbsent(name, new Same(name, index, axis));
    return earlier == null ? new Free() : earlier;
  }
}
