package dev.kiln.runtime.cuda;

/** Properties of a device, with their numbers in {@code CUdevice_attribute}. */
public enum DeviceAttribute {
  /** Multiprocessors. */
  MULTIPROCESSOR_COUNT(16),
  /** The first part of the compute capability. */
  COMPUTE_CAPABILITY_MAJOR(75),
  /** The second part of the compute capability. */
  COMPUTE_CAPABILITY_MINOR(76),
  /** The most shared memory of a block that asks for more than it is given. */
  MAX_SHARED_MEMORY_PER_BLOCK_OPTIN(97),
  /** Whether there are pools whose order is a stream's. */
  MEMORY_POOLS_SUPPORTED(115);

  private final int number;

  DeviceAttribute(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
