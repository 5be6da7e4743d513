package dev.kiln.runtime;

import dev.kiln.runtime.KernelInfo.Access;
import dev.kiln.runtime.KernelInfo.Parameter;
import dev.kiln.runtime.KernelInfo.TensorParameter;
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
 *
 * <p>Made at the first launch of a kernel, like {@link Manifest}, which says what that means.
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
  sealed interface Extent {

    /** Whether a launch, which has the tensors before, may have an extent here. */
    boolean admits(int found, Launch launch);
  }

  /** Anything. */
  record Free() implements Extent {

    @Override
    public boolean admits(int found, Launch launch) {
      return true;
    }
  }

  /** A number that the kernel fixes. */
  record Fixed(int value) implements Extent {

    @Override
    public boolean admits(int found, Launch launch) {
      return found == value;
    }
  }

  /** The extent of the first tensor that has the same name, which may be its own. */
  record Same(String name, int parameter, int axis) implements Extent {

    @Override
    public boolean admits(int found, Launch launch) {
      return found == launch.given(parameter).dim(axis);
    }
  }

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
      int rank = parameters.get(i) instanceof TensorParameter tensor ? tensor.rank() : 0;
      slots[i + 1] = slots[i] + 1 + rank;
    }
    return slots;
  }

  private static Extent[][] extents(List<Parameter> parameters) {
    Map<String, Extent> known = new HashMap<>();
    var extents = new Extent[parameters.size()][];
    for (int i = 0; i < extents.length; i++) {
      extents[i] =
          parameters.get(i) instanceof TensorParameter tensor
              ? extents(tensor, i, known)
              : new Extent[0];
    }
    return extents;
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
    var own = new Same(name, index, axis);
    @Nullable Extent earlier = known.putIfAbsent(name, own);
    return earlier == null ? own : earlier;
  }
}
