package dev.kiln.pass;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import java.util.Set;

/**
 * What passes may know of the hardware they compile for.
 *
 * @param name for dumps only, e.g. {@code cpu:x86-64-v3}
 * @param vectorBytes size of a vector register
 * @param vectorRegisters number of vector registers; the most of a thread where several run a block
 * @param blockRegisters what the threads of a block share out among them; 0 where one runs it
 * @param scratchBytes on-chip memory that one block may take
 * @param threads that run a block when its kernel does not say
 */
public record Machine(
    String name,
    int vectorBytes,
    int vectorRegisters,
    int blockRegisters,
    long scratchBytes,
    int threads,
    Set<Feature> features) {
  public Machine {
    features = Set.copyOf(features);
  }

  /** A machine whose blocks are run by one thread each. */
  public Machine(
      String name, int vectorBytes, int vectorRegisters, long scratchBytes, Set<Feature> features) {
    this(name, vectorBytes, vectorRegisters, 0, scratchBytes, 1, features);
  }

  /** This machine for a kernel: with as many threads as it asks for, where there are several. */
  public Machine running(Kernel kernel) {
    for (Op op : kernel.body().ops()) {
      if (threads > 1 && op instanceof LowOp.Grid grid && grid.wanted() > 0) {
        return new Machine(
            name,
            vectorBytes,
            vectorRegisters,
            blockRegisters,
            scratchBytes,
            grid.wanted(),
            features);
      }
    }
    return this;
  }

  /** The registers that each of the threads that run a block may have. */
  public int threadRegisters() {
    return threads == 1 ? vectorRegisters : Math.min(vectorRegisters, blockRegisters / threads);
  }

  public boolean has(Feature feature) {
    return features.contains(feature);
  }
}
