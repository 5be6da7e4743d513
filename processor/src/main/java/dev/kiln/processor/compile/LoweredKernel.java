package dev.kiln.processor.compile;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Job;
import dev.kiln.codegen.llvm.worker.Llvm;
import java.util.List;

/**
 * A kernel that has left the passes and whose artifacts are being built: time for its other files.
 *
 * @param variants in the order of their numbers
 * @param traps places at which a launch may end, by the number it returns
 */
public record LoweredKernel(
    List<CompiledKernel.Variant> variants, List<String> traps, List<Due> due, Dumps dumps) {
  /** Copies the lists. */
  public LoweredKernel {
    variants = List.copyOf(variants);
    traps = List.copyOf(traps);
    due = List.copyOf(due);
  }

  /** A job that the toolchain has, and whose artifact is due. */
  record Due(Backend backend, Job job, Llvm.Promise pending) {}
}
