package dev.kiln.runtime;

/**
 * Names what is loaded of each kernel for a kind of device: devices with equal keys share it.
 *
 * @param <P> what is loaded
 */
interface ProgramKey<P> {

  /** Loads a kernel. */
  P load(KernelInfo kernel);
}
