package dev.kiln.testkit.random;

import dev.kiln.interp.Argument;
import dev.kiln.ir.Kernel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kernel that a seed has made, with arguments.
 *
 * @param seed makes the same kernel again
 */
public record RandomKernel(long seed, Workload workload) {

  public Kernel kernel() {
    return workload.kernel();
  }

  /** Fresh copies of the arguments. */
  public List<Argument> copyOfArguments() {
    return workload.copyOfArguments();
  }

  /** How two runs differ by more than they may; null where they do not. */
  public @Nullable String difference(List<Argument> expected, List<Argument> found) {
    return workload.difference(expected, found);
  }
}
