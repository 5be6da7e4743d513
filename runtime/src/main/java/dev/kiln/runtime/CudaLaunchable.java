package dev.kiln.runtime;

/** What a message can say was launched. */
interface CudaLaunchable {

  /** Kernel, variant and launch configuration, in words. */
  String description();
}
