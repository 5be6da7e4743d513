package dev.kiln.runtime;

import dev.kiln.lang.Memory;
import dev.kiln.lang.Tensor;
import dev.kiln.runtime.KernelInfo.TensorParameter;
import dev.kiln.runtime.KernelInfo.Variant;
import dev.kiln.runtime.Signature.Extent;
import dev.kiln.runtime.Signature.Fixed;
import dev.kiln.runtime.Signature.Free;
import dev.kiln.runtime.Signature.Same;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
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
  private final boolean[] serving;
  private @Nullable Device device;
  private int variant;

  /** The device of the last launch, and what was made ready for it. */
  private @Nullable Device prepared;

  private int defaultVariant;
  private @Nullable Run run;

  Launch(Launcher launcher) {
    this.launcher = launcher;
    this.signature = launcher.signature();
    this.tensors = new Tensor<?>[signature.size()];
    this.serving = new boolean[launcher.info().variants().size()];
    this.arguments = Arena.ofAuto().allocate(signature.bytes(), 64);
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
      if (!signature.extent(index, axis).admits(found, this)) {
        throw refuseExtent(index, tensor, axis, signature.extent(index, axis));
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
    prepare();
    int chosen = wanted == Launcher.DEFAULT ? defaultVariant : wanted;
    if (chosen < 0 || chosen >= serving.length || !serving[chosen]) {
      device().requireBinary(launcher.info());
      throw noVariant(wanted);
    }
    variant = chosen;
    return chosen;
  }

  /** Makes this launch one of the tensors' device; a launch there after another finds it done. */
  private void prepare() {
    Device on = device();
    if (on != prepared) {
      List<Variant> variants = launcher.info().variants();
      run = null;
      prepared = on;
      defaultVariant = Launcher.DEFAULT;
      for (int i = variants.size() - 1; i >= 0; i--) {
        serving[i] = on.serves(launcher.info(), variants.get(i));
        defaultVariant = serving[i] ? i : defaultVariant;
      }
    }
  }

  /** The refusal of a variant that does not exist or does not serve the device. */
  public LaunchException noVariant(int wanted) {
    Device on = device();
    var fitting =
        launcher.info().variants().stream()
            .filter(each -> on.serves(launcher.info(), each))
            .map(Variant::index)
            .toList();
    return new LaunchException(
        "Kernel %s: expected a variant of %s for %s, found %s."
            .formatted(
                signature.kernel(),
                fitting,
                on.target(),
                wanted == Launcher.DEFAULT ? "none" : String.valueOf(wanted)));
  }

  /**
   * Runs the kernel over a grid. On the CPU all blocks have run when this returns; on other devices
   * they stand in line on the device's current stream.
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
    start(Math.multiplyExact((long) gx * gy, (long) gz));
    Arrays.fill(tensors, null);
    device = null;
    launcher.end(this);
  }

  private void start(long blocks) {
    Run here = prepared();
    int held = 0;
    try {
      while (held < tensors.length) {
        if (signature.isTensor(held)) {
          hold(held, here);
        }
        held++;
      }
      requireNoOverlap();
      if (blocks > 0) {
        here.start(variant, blocks);
      }
    } finally {
      while (held > 0) {
        held--;
        if (signature.isTensor(held)) {
          given(held).memory().release();
        }
      }
    }
  }

  private Run prepared() {
    @Nullable Run known = run;
    if (known == null) {
      known = device().prepare(this);
      run = known;
    }
    return known;
  }

  /** Keeps a tensor's memory in place and writes down where it is. */
  private void hold(int index, Run here) {
    Memory memory = given(index).memory();
    memory.hold();
    try {
      long address = here.address(index, memory);
      if (address % given(index).dtype().bytes() != 0) {
        throw refuse(
            index,
            "native memory aligned to its elements",
            "address 0x" + Long.toHexString(address));
      }
      set(signature.slot(index), address);
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

  /** What is loaded of the kernel under a key. */
  <P> P program(ProgramKey<P> key) {
    return launcher.program(key);
  }

  KernelInfo kernel() {
    return launcher.info();
  }

  /** The slots, which stay where they are. */
  MemorySegment arguments() {
    return arguments;
  }

  long argumentsAddress() {
    return argumentsAddress;
  }

  /** The slot that is the device's own. */
  int deviceSlot() {
    return signature.deviceSlot();
  }

  /** The tensor of a parameter. */
  Tensor<?> given(int index) {
    return Objects.requireNonNull(tensors[index]);
  }

  boolean writes(int index) {
    return signature.writes(index);
  }

  private void set(int slot, long value) {
    arguments.setAtIndex(ValueLayout.JAVA_LONG, slot, value);
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

  /** The refusal of a parameter's argument. */
  LaunchException refuse(int index, String expected, String found) {
    return refuse(index, expected, found, "");
  }

  /**
   * The refusal of a parameter's argument.
   *
   * @param cure a sentence, with a space before it, or nothing
   */
  LaunchException refuse(int index, String expected, String found, String cure) {
    return new LaunchException(
        "Kernel %s, parameter %s: expected %s, found %s.%s"
            .formatted(signature.kernel(), signature.name(index), expected, found, cure));
  }
}
