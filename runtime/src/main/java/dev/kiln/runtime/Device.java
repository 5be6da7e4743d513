package dev.kiln.runtime;

import dev.kiln.lang.BOOL;
import dev.kiln.lang.BoolTensor;
import dev.kiln.lang.DType;
import dev.kiln.lang.DoubleTensor;
import dev.kiln.lang.F64;
import dev.kiln.lang.FloatTensor;
import dev.kiln.lang.FloatType;
import dev.kiln.lang.I64;
import dev.kiln.lang.IntTensor;
import dev.kiln.lang.IntType;
import dev.kiln.lang.LongTensor;
import dev.kiln.lang.Memory;
import java.util.Arrays;
import java.util.List;

/**
 * A machine that runs kernels, and the memory that it runs them on.
 *
 * <p>A launch runs on the device of its first tensor. New tensors are zero, 64-byte aligned,
 * row-major without header, and live until {@code close()}.
 */
public abstract sealed class Device permits CpuDevice {

  private static final int MAX_RANK = 5;

  Device() {}

  /** The CPU with one thread a core, or as many as {@code -Dkiln.cpu.threads} says. */
  public static CpuDevice cpu() {
    return CpuDevice.DEFAULT;
  }

  /** All devices of this machine. */
  public static List<Device> all() {
    return List.of(cpu());
  }

  /** The device of this machine that most kernels run fastest on. */
  public static Device best() {
    return all().getLast();
  }

  /** The device's name as {@code tensor.memory().device()} gives it, for example {@code cpu}. */
  public abstract String name();

  /** The number of cores that the blocks of a launch are spread over. */
  public abstract int cores();

  /** Zeroed memory of this device. */
  abstract Memory allocate(long bytes);

  /** The target that binaries for this device are compiled for. */
  abstract String target();

  /** What this device makes of a kernel, made when it is first needed. */
  abstract Program program(Launcher launcher);

  /** Whether kernels on this device may use the other's tensors. */
  abstract boolean reaches(Device other);

  /** A new tensor of f16, bf16 or f32. */
  public final <T extends FloatType> FloatTensor<T> tensor(T dtype, int... dims) {
    return FloatTensor.over(dtype, allocate(bytes(dtype, dims)), dims);
  }

  /** A new tensor of i8, i16, i32 or u8. */
  public final <T extends IntType> IntTensor<T> tensor(T dtype, int... dims) {
    return IntTensor.over(dtype, allocate(bytes(dtype, dims)), dims);
  }

  /** A new tensor of i64. */
  public final LongTensor tensor(I64 dtype, int... dims) {
    return LongTensor.over(dtype, allocate(bytes(dtype, dims)), dims);
  }

  /** A new tensor of f64. */
  public final DoubleTensor tensor(F64 dtype, int... dims) {
    return DoubleTensor.over(dtype, allocate(bytes(dtype, dims)), dims);
  }

  /** A new tensor of truth values. */
  public final BoolTensor tensor(BOOL dtype, int... dims) {
    return BoolTensor.over(dtype, allocate(bytes(dtype, dims)), dims);
  }

  private static long bytes(DType dtype, int[] dims) {
    if (dims.length < 1 || dims.length > MAX_RANK) {
      throw new IllegalArgumentException(
          "Expected 1 to %d dimensions, found %d.".formatted(MAX_RANK, dims.length));
    }
    long bytes = dtype.bytes();
    for (int extent : dims) {
      if (extent <= 0) {
        throw new IllegalArgumentException(
            "Expected positive extents, found %s.".formatted(Arrays.toString(dims)));
      }
      bytes = Math.multiplyExact(bytes, extent);
    }
    return bytes;
  }

  @Override
  public String toString() {
    return name();
  }
}
