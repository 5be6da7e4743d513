package dev.kiln.runtime;

import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * Loads what a first launch runs, beside the driver, which works a tenth of a second on a context.
 * A class takes a third of a millisecond to be read and verified, and a first launch needs as many
 * as stand here; nobody waits for the thread.
 */
final class FirstLaunch implements Runnable {
  private static final FirstLaunch LOAD = new FirstLaunch();

  private FirstLaunch() {}

  /** Begins to load. */
  static void prepare() {
    Thread.ofPlatform()
        .name("kiln-first-launch")
        .daemon()
        .inheritInheritableThreadLocals(false)
        .start(LOAD);
  }

  @Override
  public void run() {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    try {
      for (Class<?> type : types()) {
        lookup.ensureInitialized(type);
      }
    } catch (IllegalAccessException e) {
      throw new LinkageError("a class of this package", e);
    }
  }

  /** In the order in which a launch comes to them. */
  private static List<Class<?>> types() {
    return List.of(
        Launcher.class,
        KernelInfo.class,
        Resources.class,
        Manifest.class,
        KernelInfo.Parameter.class,
        KernelInfo.Variant.class,
        KernelInfo.TensorParameter.class,
        KernelInfo.Access.class,
        Signature.class,
        Signature.Same.class,
        Launch.class,
        CudaProgram.class,
        CudaProgram.Key.class,
        CudaCode.class,
        CudaCode.Persistence.class,
        CudaArchitecture.class,
        CudaRun.class,
        CudaEntry.class);
  }
}
