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
import dev.kiln.runtime.cuda.DeviceAttribute;
import dev.kiln.runtime.cuda.Driver;
import org.jspecify.annotations.Nullable;

/**
 * An NVIDIA GPU.
 *
 * <p>A launch returns when it stands in line on the current stream, which is the main stream unless
 * {@link Stream#run} says otherwise. Reading a tensor waits for the launches that write it. The
 * device's primary context is made at the first use, is shared with other libraries of the process,
 * and is left current on the threads that used the device.
 */
public final class CudaDevice extends Device {

  private final Driver driver;
  private final int ordinal;
  private final String model;
  private final int capability;
  private final int multiprocessors;
  private final int sharedBytes;
  private final ScopedValue<Stream> current = ScopedValue.newInstance();
  private volatile @Nullable CudaContext context;

  CudaDevice(Driver driver, int ordinal) {
    this.driver = driver;
    this.ordinal = ordinal;
    this.model = driver.deviceName(ordinal);
    this.capability =
        driver.attribute(DeviceAttribute.COMPUTE_CAPABILITY_MAJOR, ordinal) * 10
            + driver.attribute(DeviceAttribute.COMPUTE_CAPABILITY_MINOR, ordinal);
    this.multiprocessors = driver.attribute(DeviceAttribute.MULTIPROCESSOR_COUNT, ordinal);
    this.sharedBytes = driver.attribute(DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, ordinal);
  }

  @Override
  public String name() {
    return "cuda:" + ordinal;
  }

  /** The name that the vendor gave it, for example {@code NVIDIA H200}. */
  public String model() {
    return model;
  }

  /** The compute capability times ten, for example 90. */
  public int capability() {
    return capability;
  }

  @Override
  public int cores() {
    return multiprocessors;
  }

  /** A new stream; close it when it is not needed any more. */
  public Stream newStream() {
    CudaContext here = context();
    return here.call(
        "while making a stream on " + this, () -> new Stream(here, driver.createStream()));
  }

  /** The stream that launches of this thread go to. */
  public Stream currentStream() {
    return current.orElse(context().main());
  }

  /**
   * Waits until everything on the current stream is done.
   *
   * @throws KernelTrapException if a kernel stopped at a fault
   * @throws DeviceException if the device failed
   */
  public void synchronize() {
    currentStream().synchronize();
  }

  /**
   * A tensor over memory of this device that somebody else owns, which must outlive its use and
   * must not be in use now; nothing is copied.
   *
   * @param address the device address of the first element, a multiple of the element's size;
   *     kernels that move tiles with the copy engine want a multiple of 16
   */
  public <T extends FloatType> FloatTensor<T> wrap(T dtype, long address, int... dims) {
    return FloatTensor.over(dtype, borrowed(dtype, address, dims), dims);
  }

  /** A tensor over memory of this device that somebody else owns, which must outlive its use. */
  public <T extends IntType> IntTensor<T> wrap(T dtype, long address, int... dims) {
    return IntTensor.over(dtype, borrowed(dtype, address, dims), dims);
  }

  /** A tensor over memory of this device that somebody else owns, which must outlive its use. */
  public LongTensor wrap(I64 dtype, long address, int... dims) {
    return LongTensor.over(dtype, borrowed(dtype, address, dims), dims);
  }

  /** A tensor over memory of this device that somebody else owns, which must outlive its use. */
  public DoubleTensor wrap(F64 dtype, long address, int... dims) {
    return DoubleTensor.over(dtype, borrowed(dtype, address, dims), dims);
  }

  /** A tensor over memory of this device that somebody else owns, which must outlive its use. */
  public BoolTensor wrap(BOOL dtype, long address, int... dims) {
    return BoolTensor.over(dtype, borrowed(dtype, address, dims), dims);
  }

  /**
   * The device address of a tensor's first element, for other libraries. Work of theirs is not
   * ordered with launches.
   *
   * @throws IllegalArgumentException if the tensor is not on this device
   */
  public long addressOf(dev.kiln.lang.Tensor<?> tensor) {
    if (!(tensor.memory() instanceof CudaMemory memory) || memory.owner() != this) {
      throw new IllegalArgumentException(
          "Expected a tensor on %s, found one on %s.".formatted(this, tensor.memory().device()));
    }
    return memory.address();
  }

  private Memory borrowed(DType dtype, long address, int[] dims) {
    return CudaMemory.borrow(context(), address, bytes(dtype, dims));
  }

  @Override
  Memory allocate(long bytes) {
    return CudaMemory.allocate(context(), bytes);
  }

  @Override
  String target() {
    return "cuda";
  }

  @Override
  boolean serves(KernelInfo kernel, KernelInfo.Variant variant) {
    return CudaProgram.architecture(kernel, variant, capability) != null;
  }

  @Override
  void requireBinary(KernelInfo kernel) {
    if (kernel.variants().stream().noneMatch(variant -> serves(kernel, variant))) {
      throw new UnsupportedOperationException(
          ("Kernel %s has no binary for %s; it was compiled for %s. Add cuda:sm_%d or an older"
                  + " architecture to -Akiln.targets.")
              .formatted(kernel.kernel(), description(), kernel.artifacts().keySet(), capability));
    }
  }

  @Override
  Run prepare(Launch launch) {
    return new CudaRun(launch, launch.program(new CudaProgram.Key(this)));
  }

  @Override
  boolean reaches(Device other) {
    return other == this;
  }

  int ordinal() {
    return ordinal;
  }

  /** The most shared memory that a block can have. */
  int sharedBytes() {
    return sharedBytes;
  }

  /** The device as messages name it. */
  String description() {
    return "%s (%s, compute capability %d.%d)"
        .formatted(name(), model, capability / 10, capability % 10);
  }

  void onStream(Stream stream, Runnable action) {
    ScopedValue.where(current, stream).run(action);
  }

  CudaContext context() {
    @Nullable CudaContext known = context;
    return known == null ? open() : known;
  }

  private synchronized CudaContext open() {
    @Nullable CudaContext known = context;
    if (known == null) {
      FirstLaunch.prepare();
      known = CudaContext.open(this, driver);
      context = known;
    }
    return known;
  }
}
