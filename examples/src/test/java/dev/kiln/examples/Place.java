package dev.kiln.examples;

import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.FloatType;
import dev.kiln.lang.IntTensor;
import dev.kiln.lang.IntType;
import dev.kiln.lang.Memory;
import dev.kiln.lang.Tensor;
import dev.kiln.runtime.CudaDevice;
import dev.kiln.runtime.Device;
import dev.kiln.runtime.KernelInfo;
import dev.kiln.testkit.pack.GuardedMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Where a launch runs: on the CPU with the binaries of one level, or on a GPU. */
record Place(String name, Device device) {
  /** All bytes like this are NaN, or an unlikely integer. */
  private static final byte POISON = (byte) 0xFF;

  /** Whether this machine has a GPU, beside which the CPU is only what to compare with. */
  static final boolean HAS_GPU = Device.best() instanceof CudaDevice;

  /** The CPU's levels; where there is a GPU, its best level and the GPU. */
  static final List<Place> ALL = all();

  private static List<Place> all() {
    var places = new ArrayList<Place>();
    List<Integer> levels = CpuLevels.all();
    for (int level : HAS_GPU ? List.of(levels.getLast()) : levels) {
      places.add(new Place("at level v" + level, Device.cpu().withLevel(level)));
    }
    if (HAS_GPU) {
      places.add(new Place("on the GPU", Device.best()));
    }
    return List.copyOf(places);
  }

  /** The constants of the variant whose tiles give the sizes to try: the GPU's if there is one. */
  static Constants constants(KernelInfo kernel) {
    return constants(kernel, HAS_GPU ? "cuda" : "cpu");
  }

  /** The constants of the variant that a backend runs by default. */
  static Constants constants(KernelInfo kernel, String backend) {
    return kernel.variants().stream()
        .filter(variant -> variant.targets().contains(backend))
        .findFirst()
        .map(Constants::new)
        .orElseThrow();
  }

  /** What a variant sets. */
  record Constants(KernelInfo.Variant variant) {
    int of(String name) {
      return Integer.parseInt(variant.constants().get(name));
    }
  }

  /** A tensor here, in memory with guards around. */
  record Held<T extends Tensor<?>>(T tensor, GuardedMemory memory) implements AutoCloseable {

    /** The tensor, when all launches are done and no guard was written. */
    T checked() {
      memory.read();
      return tensor;
    }

    @Override
    public void close() {
      memory.close();
    }
  }

  /** The same elements in a tensor of this place. */
  <T extends FloatType> Held<FloatTensor<T>> copy(FloatTensor<T> tensor) {
    Held<FloatTensor<T>> copy = poisoned(tensor.dtype(), tensor.dims());
    copy.tensor().copyFrom(tensor.memory().host());
    return copy;
  }

  /** A tensor that holds NaN wherever a kernel fails to write. */
  <T extends FloatType> Held<FloatTensor<T>> poisoned(T dtype, int... dims) {
    return held(dtype.bytes(), dims, memory -> FloatTensor.over(dtype, memory, dims));
  }

  /** A tensor of these numbers. */
  <T extends IntType> Held<IntTensor<T>> integers(T dtype, int... elements) {
    int[] dims = {elements.length};
    Held<IntTensor<T>> held =
        held(dtype.bytes(), dims, memory -> IntTensor.over(dtype, memory, dims));
    held.tensor().copyFrom(elements);
    return held;
  }

  private interface Maker<T> {
    T over(Memory memory);
  }

  private <T extends Tensor<?>> Held<T> held(int elementBytes, int[] dims, Maker<T> maker) {
    var bytes = new byte[elementBytes * IntStream.of(dims).reduce(1, Math::multiplyExact)];
    Arrays.fill(bytes, POISON);
    var memory = new GuardedMemory(device, bytes, /* shift= */ 0);
    return new Held<>(maker.over(memory.memory()), memory);
  }

  @Override
  public String toString() {
    return name;
  }
}
