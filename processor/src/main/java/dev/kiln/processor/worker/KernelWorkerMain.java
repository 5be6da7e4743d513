package dev.kiln.processor.worker;

import dev.kiln.codegen.llvm.worker.child.WorkerLoop;
import java.util.List;

/** The worker: a child JVM of the compiler's that compiles kernels. */
public final class KernelWorkerMain {
  private KernelWorkerMain() {}

  /** Runs the worker; the arguments are those of {@link WorkerLoop#run}. */
  public static void main(String[] arguments) {
    // Nothing but frames may reach standard output.
    System.setOut(System.err);
    WorkerLoop.run(KernelWorkerMain.class, arguments, List.of(new KernelService()));
  }
}
