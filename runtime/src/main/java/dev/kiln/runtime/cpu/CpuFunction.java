package dev.kiln.runtime.cpu;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * A variant of a kernel in machine code: {@code i32 kernel(ptr arguments, i64 first, i64 last, ptr
 * scratch)}.
 *
 * @param entry the address of the code
 * @param scratchBytes the least size of the scratch memory of a call
 * @param prints whether it calls what {@link CpuPrinter} has
 */
public record CpuFunction(MemorySegment entry, long scratchBytes, boolean prints) {

  /** One handle serves all kernels, so that the JIT sees a constant. */
  private static final MethodHandle CALL = link();

  @SuppressWarnings("restricted")
  private static MethodHandle link() {
    return Linker.nativeLinker()
        .downcallHandle(
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG));
  }

  /**
   * Runs blocks {@code first} to {@code last - 1} on this thread.
   *
   * @return 0, or the number of the trap that stopped it
   */
  public int call(long arguments, long first, long last, long scratch) {
    try {
      return (int) CALL.invokeExact(entry, arguments, first, last, scratch);
    } catch (Throwable e) {
      throw new AssertionError("A native call threw.", e);
    }
  }
}
