package dev.kiln.codegen.llvm.worker.child;

import java.util.List;

/** A child that has LLVM and nothing else. */
public final class WorkerMain {
  private WorkerMain() {}

  /** Runs the worker; the arguments are those of {@link WorkerLoop#run}. */
  public static void main(String[] arguments) {
    // Nothing but frames may reach standard output.
    System.setOut(System.err);
    WorkerLoop.run(WorkerMain.class, arguments, List.of(new LlvmService()));
  }
}
