package dev.kiln.testkit.pack;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Backends;
import dev.kiln.codegen.Target;
import dev.kiln.runtime.CudaDevice;
import dev.kiln.runtime.Device;
import java.util.List;
import java.util.Optional;

/**
 * What a pack was compiled for. Each target has resources of its own, so that a device does not
 * choose among them.
 *
 * @param name as options name it, e.g. {@code cuda:sm_80}
 */
public record PackedTarget(String name) {
  private static final String CUDA = "cuda:sm_";
  private static final String CPU = "cpu:x86-64-v";

  /** The level of the CPU that all machines with a GPU have. */
  private static final int LEVEL = 3;

  public PackedTarget {
    if (!name.startsWith(CUDA) && !name.startsWith(CPU)) {
      throw new IllegalArgumentException("Expected a single architecture, found " + name + ".");
    }
  }

  /** Those that are meant by names as the processor's options have them; one level of the CPU. */
  static List<PackedTarget> named(List<String> names) {
    return Backends.select(names).stream()
        .flatMap(backend -> backend.targets().stream())
        .map(Target::toString)
        .distinct()
        .filter(name -> !name.startsWith(CPU) || name.equals(CPU + LEVEL))
        .map(PackedTarget::new)
        .toList();
  }

  /** What stands for the class of the packed kernels. */
  String owner() {
    return "packed." + name.replaceAll("[^a-z0-9]", "_");
  }

  boolean isCpu() {
    return name.startsWith(CPU);
  }

  /** Whether devices of other capabilities cannot run it, so that machine code is enough. */
  boolean isExact() {
    return name.endsWith("a");
  }

  /** What compiles for it; machine code is made only where it is enough. */
  List<Backend> backends() {
    return Backends.select(List.of(name)).stream()
        .map(backend -> isExact() ? backend : backend.unfinished())
        .toList();
  }

  /** The device of this machine that runs it, if it has one. */
  public Optional<Device> device() {
    if (isCpu()) {
      return Optional.of(Device.cpu().withLevel(Integer.parseInt(name.substring(CPU.length()))));
    }
    int capability = Integer.parseInt(name.substring(CUDA.length()).replace("a", ""));
    return Device.all().stream()
        .filter(device -> device instanceof CudaDevice)
        .filter(device -> runs(capability, ((CudaDevice) device).capability()))
        .findFirst();
  }

  private boolean runs(int capability, int device) {
    return isExact() ? capability == device : capability <= device;
  }

  @Override
  public String toString() {
    return name;
  }
}
