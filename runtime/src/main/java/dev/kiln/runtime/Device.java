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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A machine that runs kernels, and the memory that it runs them on.
 *
 * <p>A launch runs on the device of its first tensor. New tensors are zero, 64-byte aligned,
 * row-major without header, and live until {@code close()}.
 */
public abstract sealed class Device permits CpuDevice, CudaDevice {

  private static final int MAX_RANK = 5;

  Device() {}

  /** The CPU with one thread a core, or as many as {@code -Dkiln.cpu.threads} says. */
  public static CpuDevice cpu() {
    return CpuDevice.DEFAULT;
  }

  /**
   * The first CUDA device.
   *
   * @throws UnsupportedOperationException if there is none; the message says what is missing
   */
  public static CudaDevice cuda() {
    return cuda(0);
  }

  /**
   * A CUDA device, in the order of the driver.
   *
   * @throws UnsupportedOperationException if there is none; the message says what is missing
   */
  public static CudaDevice cuda(int ordinal) {
    return CudaDevices.here().get(ordinal);
  }

  /** All devices of this machine: the CPU, then the CUDA devices. */
  public static List<Device> all() {
    var devices = new ArrayList<Device>();
    devices.add(cpu());
    devices.addAll(CudaDevices.here().devices());
    return List.copyOf(devices);
  }

  /** The device that most kernels run fastest on: the first CUDA device, else the CPU. */
  public static Device best() {
    List<CudaDevice> gpus = CudaDevices.here().devices();
    return gpus.isEmpty() ? cpu() : gpus.getFirst();
  }

  /** The device's name as {@code tensor.memory().device()} gives it, for example {@code cpu}. */
  public abstract String name();

  /** The number of cores that the blocks of a launch are spread over. */
  public abstract int cores();

  /** Zeroed memory of this device. */
  abstract Memory allocate(long bytes);

  /** The target that binaries for this device are compiled for. */
  abstract String target();

  /** Whether this device can run a variant. */
  abstract boolean serves(KernelInfo kernel, KernelInfo.Variant variant);

  /**
   * Says what to compile a kernel for if this device can run none of its variants.
   *
   * @throws UnsupportedOperationException if it can run none, and that is not a matter of variants
   */
  abstract void requireBinary(KernelInfo kernel);

  /** Makes ready what a launch needs to run here again and again. */
  abstract Run prepare(Launch launch);

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

  /** The size of a tensor, whose extents are checked. */
  static long bytes(DType dtype, int[] dims) {
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
