package dev.kiln.runtime;

import dev.kiln.lang.BOOL;
import dev.kiln.lang.BoolTensor;
import dev.kiln.lang.DoubleTensor;
import dev.kiln.lang.F64;
import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.FloatType;
import dev.kiln.lang.I64;
import dev.kiln.lang.IntTensor;
import dev.kiln.lang.IntType;
import dev.kiln.lang.LongTensor;
import dev.kiln.lang.Memory;
import dev.kiln.runtime.cpu.BlockPool;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The CPU with a number of threads, the one that launches and daemon threads of its own, which
 * sleep when there is nothing to do; and with the x86-64 level of the binaries that it runs.
 *
 * <p>A launch of one block, and every launch on a device of one thread, runs on the thread that
 * launches. A launch is complete when it returns. All CPU devices share one memory.
 */
public final class CpuDevice extends Device {

  /** Stands for the highest level that the machine has. */
  private static final int BEST_LEVEL = 0;

  private static final int HIGHEST_LEVEL = 4;

  private static final ConcurrentMap<Integer, BlockPool> POOLS = new ConcurrentHashMap<>();
  private static final ConcurrentMap<Configuration, CpuDevice> DEVICES = new ConcurrentHashMap<>();

  static final CpuDevice DEFAULT =
      new Configuration(
              Settings.READ.cpuThreads() > 0
                  ? Settings.READ.cpuThreads()
                  : Runtime.getRuntime().availableProcessors(),
              Settings.READ.cpuLevel())
          .device();

  private final Configuration configuration;
  private final BlockPool pool;

  private CpuDevice(Configuration configuration) {
    this.configuration = configuration;
    this.pool = POOLS.computeIfAbsent(configuration.threads, BlockPool::new);
  }

  /** What tells CPU devices apart. */
  private record Configuration(int threads, int level) {

    CpuDevice device() {
      return DEVICES.computeIfAbsent(this, CpuDevice::new);
    }
  }

  /**
   * The CPU with another number of threads; the same number gives the same device.
   *
   * @throws IllegalArgumentException if there would be no thread
   */
  public CpuDevice withThreads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("Expected 1 or more threads, found " + threads + ".");
    }
    return new Configuration(threads, configuration.level).device();
  }

  /**
   * The CPU with binaries of another x86-64 level: 2, 3 or 4, or 0 for the highest that the machine
   * has. A launch throws {@link UnsupportedOperationException} if the machine lacks the level.
   *
   * @throws IllegalArgumentException if there is no such level
   */
  public CpuDevice withLevel(int level) {
    if (level != BEST_LEVEL && (level < 2 || level > HIGHEST_LEVEL)) {
      throw new IllegalArgumentException("Expected level 2, 3, 4 or 0, found " + level + ".");
    }
    return new Configuration(configuration.threads, level).device();
  }

  @Override
  public String name() {
    return Memory.CPU;
  }

  @Override
  public int cores() {
    return pool.threads();
  }

  /**
   * A tensor over native memory of somebody else's, which must outlive its use; nothing is copied.
   * {@code MemorySegment.ofBuffer} gives that of a direct buffer.
   *
   * @throws IllegalArgumentException if the memory is on the Java heap or too small
   */
  public <T extends FloatType> FloatTensor<T> wrap(T dtype, MemorySegment elements, int... dims) {
    return FloatTensor.over(dtype, borrowed(elements), dims);
  }

  /** A tensor over native memory of somebody else's, which must outlive its use. */
  public <T extends IntType> IntTensor<T> wrap(T dtype, MemorySegment elements, int... dims) {
    return IntTensor.over(dtype, borrowed(elements), dims);
  }

  /** A tensor over native memory of somebody else's, which must outlive its use. */
  public LongTensor wrap(I64 dtype, MemorySegment elements, int... dims) {
    return LongTensor.over(dtype, borrowed(elements), dims);
  }

  /** A tensor over native memory of somebody else's, which must outlive its use. */
  public DoubleTensor wrap(F64 dtype, MemorySegment elements, int... dims) {
    return DoubleTensor.over(dtype, borrowed(elements), dims);
  }

  /** A tensor over native memory of somebody else's, which must outlive its use. */
  public BoolTensor wrap(BOOL dtype, MemorySegment elements, int... dims) {
    return BoolTensor.over(dtype, borrowed(elements), dims);
  }

  private Memory borrowed(MemorySegment elements) {
    if (!elements.isNative()) {
      throw new IllegalArgumentException(
          "Expected native memory, found an array or buffer on the Java heap, which kernels cannot"
              + " use in place; copy it with copyFrom.");
    }
    return new CpuMemory(this, Memory.of(elements));
  }

  @Override
  Memory allocate(long bytes) {
    return new CpuMemory(this, Memory.allocate(bytes));
  }

  @Override
  String target() {
    return Memory.CPU;
  }

  @Override
  boolean serves(KernelInfo kernel, KernelInfo.Variant variant) {
    return variant.targets().contains(target());
  }

  /** Left to the message on variants: the CPU is what kernels are compiled for unless told not. */
  @Override
  void requireBinary(KernelInfo kernel) {}

  @Override
  Run prepare(Launch launch) {
    return new CpuRun(launch, launch.program(new CpuProgram.Level(configuration.level)), pool);
  }

  @Override
  boolean reaches(Device other) {
    return other instanceof CpuDevice;
  }
}
