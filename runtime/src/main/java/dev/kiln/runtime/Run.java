package dev.kiln.runtime;

import dev.kiln.lang.Memory;

/**
 * How the launches of one {@link Launch} run on one device, with whatever can be made once for all
 * of them. Used by one thread at a time.
 *
 * <p>A launch first asks for the address of each of its tensors, whose memory it holds, in the
 * order of the parameters, and then starts.
 */
interface Run {

  /**
   * Where kernels on the device find the bytes of a tensor's memory.
   *
   * @throws LaunchException if they cannot use them there
   */
  long address(int parameter, Memory memory);

  /**
   * Runs the blocks of a variant, or puts them in line, with the arguments in place.
   *
   * @param blocks 1 or more
   * @throws LaunchException if the variant cannot run with these arguments; nothing was run
   * @throws KernelTrapException if a kernel has stopped at a fault
   */
  void start(int variant, long blocks);
}
