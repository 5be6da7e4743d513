package dev.kiln.runtime;

import dev.kiln.lang.Memory;
import dev.kiln.runtime.cuda.DriverException;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Puts launches in line on a CUDA device's current stream. Once a variant has been launched, a
 * launch is a few comparisons and the driver's call.
 */
final class CudaRun implements Run {

  private final Launch launch;
  private final CudaProgram program;
  private final CudaContext context;
  private final @Nullable CudaMemory[] memories;
  private final @Nullable CudaEntry[] entries;

  CudaRun(Launch launch, CudaProgram program) {
    this.launch = launch;
    this.program = program;
    this.context = program.context();
    this.memories = new CudaMemory[launch.kernel().parameters().size()];
    this.entries = new CudaEntry[launch.kernel().variants().size()];
    launch.arguments().setAtIndex(ValueLayout.JAVA_LONG, launch.deviceSlot(), program.trapWord());
  }

  @Override
  public long address(int parameter, Memory memory) {
    CudaMemory own = (CudaMemory) memory; // the launch has checked its device
    memories[parameter] = own;
    return own.address();
  }

  @Override
  public void start(int variant, long blocks) {
    if (blocks > Integer.MAX_VALUE) {
      throw new LaunchException(
          "Kernel %s: expected a grid of at most 2^31 - 1 blocks on %s, found %d."
              .formatted(program.kernel().kernel(), context.device(), blocks));
    }
    CudaEntry entry = entry(variant);
    Stream stream = context.device().currentStream();
    try {
      entry = entry.fitting(launch, memories);
      order(stream);
    } catch (DriverException e) {
      throw context.failure(e, "before a launch of " + entry.description());
    }
    int result = entry.launch((int) blocks, stream);
    if (result == 0) {
      context.launched(entry);
    } else {
      throw context.failure(
          new DriverException(result, "cuLaunchKernel"), "at a launch of " + entry.description());
    }
  }

  private CudaEntry entry(int variant) {
    @Nullable CudaEntry known = entries[variant];
    if (known == null) {
      known = CudaEntry.of(program, program.code(variant), launch);
      entries[variant] = known;
    }
    return known;
  }

  /** Lets the launch see what earlier ones wrote, or notes its tensors in the graph it goes to. */
  private void order(Stream stream) {
    @Nullable Graph graph = stream.collecting();
    for (int i = 0; i < memories.length; i++) {
      @Nullable CudaMemory memory = memories[i];
      if (memory == null) {
        continue;
      }
      if (graph == null) {
        memory.order(stream, launch.writes(i));
      } else {
        graph.use(memory, launch.writes(i));
      }
    }
  }
}
