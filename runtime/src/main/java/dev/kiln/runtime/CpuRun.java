package dev.kiln.runtime;

import dev.kiln.lang.Memory;
import dev.kiln.runtime.cpu.BlockPool;
import dev.kiln.runtime.cpu.BlockWork;
import dev.kiln.runtime.cpu.CpuFunction;
import dev.kiln.runtime.cpu.CpuPrinter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Runs blocks on the threads of a CPU device; all have run when {@link #start} returns. */
final class CpuRun implements Run {

  private final Launch launch;
  private final CpuProgram program;
  private final BlockPool pool;
  private final BlockWork work = new BlockWork();

  CpuRun(Launch launch, CpuProgram program, BlockPool pool) {
    this.launch = launch;
    this.program = program;
    this.pool = pool;
  }

  @Override
  public long address(int parameter, Memory memory) {
    MemorySegment bytes = memory.host();
    if (!bytes.isNative()) {
      throw launch.refuse(
          parameter, "native memory aligned to its elements", "an array on the Java heap");
    }
    if (bytes.isReadOnly() && launch.writes(parameter)) {
      throw launch.refuse(parameter, "memory that can be written", "read-only memory");
    }
    return bytes.address();
  }

  @Override
  public void start(int variant, long blocks) {
    CpuFunction function = program.function(variant);
    if (function.prints()) {
      launch
          .arguments()
          .setAtIndex(ValueLayout.JAVA_LONG, launch.deviceSlot(), CpuPrinter.address());
    }
    int trap = pool.run(work, function, launch.argumentsAddress(), blocks);
    if (trap != 0) {
      throw program.trap(trap);
    }
  }
}
