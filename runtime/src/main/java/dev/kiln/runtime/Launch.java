package dev.kiln.runtime;

import dev.kiln.lang.Memory;
import dev.kiln.lang.Tensor;
import dev.kiln.runtime.KernelInfo.TensorParameter;
import dev.kiln.runtime.KernelInfo.Variant;
import dev.kiln.runtime.Signature.Extent;
import dev.kiln.runtime.Signature.Fixed;
import dev.kiln.runtime.Signature.Free;
import dev.kiln.runtime.Signature.Same;
import dev.kiln.runtime.cpu.BlockWork;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One launch in the making: takes the arguments one by one, checks each, and runs the kernel.
 *
 * <p>For generated code, which gives all arguments in order, {@linkplain #choose chooses} a
 * variant, computes the grid and {@linkplain #run runs}. Nothing native is called before the last
 * check has passed. A launch is used by one thread at a time and again after it has run; one that
 * was refused is left to the garbage collector.
 */
public final class Launch {

  private final Launcher launcher;
  private final Signature signature;
  private final @Nullable Tensor<?>[] tensors;
  private final MemorySegment arguments;
  private final long argumentsAddress;
  private final BlockWork work = new BlockWork();
  private @Nullable Device device;
  private int variant;

  Launch(Launcher launcher) {
    this.launcher = launcher;
    this.signature = launcher.signature();
    this.tensors = new Tensor<?>[signature.size()];
    this.arguments = Arena.ofAuto().allocate((signature.slot(signature.size()) + 3) * 8L, 64);
    this.argumentsAddress = arguments.address();
  }

  /**
   * Gives the tensor of parameter {@code index}.
   *
   * @throws LaunchException if it cannot be used
   */
  public void tensor(int index, @Nullable Tensor<?> tensor) {
    TensorParameter parameter = signature.tensor(index);
    if (tensor == null) {
      throw refuse(index, "a tensor", "null");
    }
    if (tensor.isOnChip()) {
      throw refuse(index, "a tensor of a device", "an on-chip tile");
    }
    if (tensor.isClosed()) {
      throw refuse(index, "an open tensor", "a closed one");
    }
    if (!tensor.dtype().id().equals(parameter.dtype())) {
      throw refuse(index, "elements of " + parameter.dtype(), tensor.toString());
    }
    if (tensor.rank() != parameter.rank()) {
      throw refuse(
          index, "a tensor of %d dimensions".formatted(parameter.rank()), tensor.toString());
    }
    if (!tensor.isContiguous()) {
      throw refuse(index, "a row-major tensor", "the transposed view " + tensor);
    }
    tensors[index] = tensor;
    requireExtents(index, tensor);
    requireDevice(index, tensor);
  }

  private void requireExtents(int index, Tensor<?> tensor) {
    int slot = signature.slot(index) + 1;
    for (int axis = 0; axis < tensor.rank(); axis++) {
      int found = tensor.dim(axis);
      switch (signature.extent(index, axis)) {
        case Free _ -> {}
        case Fixed(int value) when value == found -> {}
        case Same same when given(same.parameter()).dim(same.axis()) == found -> {}
        case Fixed fixed -> throw refuseExtent(index, tensor, axis, fixed);
        case Same same -> throw refuseExtent(index, tensor, axis, same);
      }
      set(slot + axis, found);
    }
  }

  private void requireDevice(int index, Tensor<?> tensor) {
    Device own = DeviceMemory.deviceOf(tensor.memory());
    @Nullable Device first = device;
    if (first == null) {
      device = own;
    } else if (own != first && !first.reaches(own)) {
      throw refuse(index, "a tensor on " + first + " as the first one is", "one on " + own);
    }
  }

  /** Gives the value of parameter {@code index}. */
  public void scalar(int index, int value) {
    set(signature.slot(index), value);
  }

  /** Gives the value of parameter {@code index}. */
  public void scalar(int index, long value) {
    set(signature.slot(index), value);
  }

  /** Gives the value of parameter {@code index}. */
  public void scalar(int index, float value) {
    set(signature.slot(index), Integer.toUnsignedLong(Float.floatToRawIntBits(value)));
  }

  /** Gives the value of parameter {@code index}. */
  public void scalar(int index, double value) {
    set(signature.slot(index), Double.doubleToRawLongBits(value));
  }

  /** Gives the value of parameter {@code index}. */
  public void scalar(int index, boolean value) {
    set(signature.slot(index), value ? 1 : 0);
  }

  /**
   * Chooses the variant to run: the wanted one, or the default of the tensors' device for {@link
   * Launcher#DEFAULT}.
   *
   * @throws LaunchException if there is no such variant for the device
   */
  public int choose(int wanted) {
    String target = device().target();
    var variants = launcher.info().variants();
    if (wanted >= 0
        && wanted < variants.size()
        && variants.get(wanted).targets().contains(target)) {
      variant = wanted;
      return wanted;
    }
    if (wanted != Launcher.DEFAULT) {
      throw noVariant(wanted);
    }
    for (int i = 0; i < variants.size(); i++) {
      if (variants.get(i).targets().contains(target)) {
        variant = i;
        return i;
      }
    }
    throw noVariant(wanted);
  }

  /** The refusal of a variant that does not exist or does not serve the device. */
  public LaunchException noVariant(int wanted) {
    String target = device().target();
    var serving =
        launcher.info().variants().stream()
            .filter(each -> each.targets().contains(target))
            .map(Variant::index)
            .toList();
    return new LaunchException(
        "Kernel %s: expected a variant of %s for %s, found %s."
            .formatted(
                signature.kernel(),
                serving,
                target,
                wanted == Launcher.DEFAULT ? "none" : String.valueOf(wanted)));
  }

  /**
   * Runs the kernel over a grid; on the CPU all blocks have run when this returns.
   *
   * @throws LaunchException if the grid or an overlap of tensors cannot be
   * @throws KernelTrapException if the kernel stopped at a fault
   */
  public void run(int gx, int gy, int gz) {
    if (gx < 0 || gy < 0 || gz < 0) {
      throw new LaunchException(
          "Kernel %s: expected extents of the grid of 0 or more, found [%d, %d, %d]."
              .formatted(signature.kernel(), gx, gy, gz));
    }
    int grid = signature.slot(signature.size());
    set(grid, gx);
    set(grid + 1, gy);
    set(grid + 2, gz);
    int trap = runHeld(Math.multiplyExact((long) gx * gy, (long) gz));
    Arrays.fill(tensors, null);
    device = null;
    launcher.end(this);
    if (trap != 0) {
      throw new KernelTrapException(
          signature.kernel(), launcher.info().manifest().traps().get(trap - 1));
    }
  }

  private int runHeld(long blocks) {
    Device on = device();
    Program program = on.program(launcher);
    int held = 0;
    try {
      while (held < tensors.length) {
        if (signature.isTensor(held)) {
          hold(held);
        }
        held++;
      }
      requireNoOverlap();
      return blocks == 0 ? 0 : program.run(this, on, variant, blocks);
    } finally {
      while (held > 0) {
        held--;
        if (signature.isTensor(held)) {
          given(held).memory().release();
        }
      }
    }
  }

  /** Keeps a tensor's memory in place and writes down where it is. */
  private void hold(int index) {
    Memory memory = given(index).memory();
    memory.hold();
    try {
      MemorySegment bytes = memory.host();
      if (!bytes.isNative() || bytes.address() % given(index).dtype().bytes() != 0) {
        throw refuse(index, "native memory aligned to its elements", bytes.toString());
      }
      if (signature.writes(index) && bytes.isReadOnly()) {
        throw refuse(index, "memory that can be written", "read-only memory");
      }
      set(signature.slot(index), bytes.address());
    } catch (RuntimeException e) {
      memory.release();
      throw e;
    }
  }

  /**
   * Refuses a written tensor that shares a part of another, which no order of blocks makes right.
   */
  private void requireNoOverlap() {
    for (int i = 0; i < tensors.length; i++) {
      if (signature.writes(i)) {
        for (int j = 0; j < tensors.length; j++) {
          if (j != i && signature.isTensor(j) && overlapsInPart(i, j)) {
            throw refuse(
                i,
                "a written tensor that shares all or nothing with " + signature.name(j),
                "one that shares a part");
          }
        }
      }
    }
  }

  private boolean overlapsInPart(int i, int j) {
    long a = arguments.getAtIndex(ValueLayout.JAVA_LONG, signature.slot(i));
    long b = arguments.getAtIndex(ValueLayout.JAVA_LONG, signature.slot(j));
    long aEnd = a + given(i).byteSize();
    long bEnd = b + given(j).byteSize();
    boolean same = a == b && aEnd == bEnd;
    return !same && a < bEnd && b < aEnd;
  }

  long argumentsAddress() {
    return argumentsAddress;
  }

  BlockWork work() {
    return work;
  }

  private void set(int slot, long value) {
    arguments.setAtIndex(ValueLayout.JAVA_LONG, slot, value);
  }

  private Tensor<?> given(int index) {
    return Objects.requireNonNull(tensors[index]);
  }

  private Device device() {
    @Nullable Device first = device;
    return first == null ? Device.cpu() : first;
  }

  private LaunchException refuseExtent(int index, Tensor<?> tensor, int axis, Extent extent) {
    String expected =
        switch (extent) {
          case Free _ -> "any extent";
          case Fixed(int value) -> "extent " + value;
          case Same(String name, int parameter, int other) ->
              "%s = %d, which is dimension %d of %s (%s)"
                  .formatted(
                      name,
                      given(parameter).dim(other),
                      other,
                      signature.name(parameter),
                      given(parameter));
        };
    return refuse(
        index, expected, "%d in dimension %d of %s".formatted(tensor.dim(axis), axis, tensor));
  }

  private LaunchException refuse(int index, String expected, String found) {
    return new LaunchException(
        "Kernel %s, parameter %s: expected %s, found %s."
            .formatted(signature.kernel(), signature.name(index), expected, found));
  }
}
