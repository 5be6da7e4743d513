package dev.kiln.runtime;

/** A kernel as one kind of device runs it. */
sealed interface Program permits CpuProgram {

  /**
   * Runs all blocks of a launch whose arguments are in place.
   *
   * @return 0, or one more than the number of the place where the kernel stopped
   */
  int run(Launch launch, Device device, int variant, long blocks);
}
