package dev.kiln.runtime;

import dev.kiln.runtime.cuda.DeviceAttribute;
import dev.kiln.runtime.cuda.Driver;
import dev.kiln.runtime.cuda.DriverError;
import dev.kiln.runtime.cuda.DriverException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The primary context of a CUDA device with all that lives in it: the main stream, the pool of
 * memory, pinned buffers and trap words. It is made at the first use of the device and stays.
 *
 * <p>Whatever calls the driver runs in {@link #call}, which makes the context current and turns
 * errors into exceptions that say what was being done.
 */
final class CudaContext {

  private final CudaDevice device;
  private final Driver driver;
  private final long handle;
  private final Stream main;
  private final Staging staging;
  private final TrapWords traps;
  private final int multiprocessors;

  /** What was launched last: written by every launch, read when something has gone wrong. */
  private volatile @Nullable CudaLaunchable lastLaunched;

  /** The first error after which nothing works any more. */
  private volatile @Nullable DeviceException loss;

  private CudaContext(CudaDevice device, Driver driver) {
    this.device = device;
    this.driver = driver;
    this.handle = driver.retainPrimaryContext(device.ordinal());
    driver.setCurrent(handle);
    driver.keepFreedMemory(device.ordinal());
    this.main = new Stream(this, driver.createStream());
    this.staging = new Staging(driver);
    this.traps = new TrapWords(driver);
    this.multiprocessors = driver.attribute(DeviceAttribute.MULTIPROCESSOR_COUNT, device.ordinal());
  }

  /**
   * Makes the context of a device.
   *
   * @throws DeviceException if the driver cannot
   */
  static CudaContext open(CudaDevice device, Driver driver) {
    if (driver.attribute(DeviceAttribute.MEMORY_POOLS_SUPPORTED, device.ordinal()) == 0) {
      throw new UnsupportedOperationException(
          "%s has no pools of memory, which Kiln needs; a virtual GPU gets them by its settings."
              .formatted(device.description()));
    }
    try {
      return new CudaContext(device, driver);
    } catch (DriverException e) {
      throw new DeviceException(
          driver.errorName(e.code()),
          "%s cannot be used: %s returned %s, %s. %s"
              .formatted(
                  device.description(),
                  e.call(),
                  driver.errorName(e.code()),
                  driver.errorText(e.code()),
                  DriverError.of(e.code()).cure())
              .strip(),
          e);
    }
  }

  CudaDevice device() {
    return device;
  }

  Driver driver() {
    return driver;
  }

  long handle() {
    return handle;
  }

  Stream main() {
    return main;
  }

  Staging staging() {
    return staging;
  }

  TrapWords traps() {
    return traps;
  }

  int multiprocessors() {
    return multiprocessors;
  }

  boolean isLost() {
    return loss != null;
  }

  void launched(CudaLaunchable kernel) {
    lastLaunched = kernel;
  }

  /** Makes this the context of what the thread asks of the driver. */
  void makeCurrent() {
    driver.setCurrent(handle);
  }

  /** Does something in this context. */
  <T> T call(String doing, Supplier<T> action) {
    try {
      makeCurrent();
      return action.get();
    } catch (DriverException e) {
      throw failure(e, doing);
    }
  }

  /** Does something in this context. */
  void run(String doing, Runnable action) {
    call(
        doing,
        () -> {
          action.run();
          return 0;
        });
  }

  /** Waits for a stream. */
  void synchronize(Stream stream) {
    try {
      makeCurrent();
      driver.synchronize(stream.handle());
    } catch (DriverException e) {
      throw failure(e, "while waiting for " + device);
    }
    traps.check();
  }

  /** Zeroed memory; what nobody uses any more is given back before this fails. */
  long allocate(long bytes, Stream stream) {
    return call(
        "while making a tensor of %d bytes on %s".formatted(bytes, device),
        () -> {
          long address = take(bytes, stream);
          driver.clear(address, bytes, stream.handle());
          return address;
        });
  }

  private long take(long bytes, Stream stream) {
    try {
      return driver.allocate(bytes, stream.handle());
    } catch (DriverException e) {
      if (e.code() != DriverError.OUT_OF_MEMORY.code()) {
        throw e;
      }
    }
    driver.synchronize(stream.handle());
    driver.synchronize(main.handle());
    driver.trimPool(device.ordinal());
    try {
      return driver.allocate(bytes, stream.handle());
    } catch (DriverException e) {
      throw e.code() == DriverError.OUT_OF_MEMORY.code() ? outOfMemory(e, bytes) : e;
    }
  }

  private DeviceMemoryException outOfMemory(DriverException error, long bytes) {
    Driver.Room room = driver.room();
    return new DeviceMemoryException(
        driver.errorName(error.code()),
        "%s has too little memory for a tensor of %d bytes: %d of %d are free. %s"
            .formatted(
                device.description(),
                bytes,
                room.free(),
                room.total(),
                DriverError.OUT_OF_MEMORY.cure()),
        error);
  }

  /** What the user is told of an error. */
  DeviceException failure(DriverException error, String doing) {
    @Nullable DeviceException before = loss;
    if (before != null) {
      return new DeviceException(
          before.error(),
          "%s does nothing any more in this process: %s".formatted(device, before.getMessage()),
          before);
    }
    DriverError known = DriverError.of(error.code());
    String name = driver.errorName(error.code());
    String text =
        "%s returned %s (%d: %s) %s."
            .formatted(error.call(), name, error.code(), driver.errorText(error.code()), doing);
    @Nullable CudaLaunchable last = lastLaunched;
    if (known.isSticky() && last != null) {
      text += " Launched last: %s.".formatted(last.description());
    }
    text += known.cure().isEmpty() ? "" : " " + known.cure();
    text += error.log().isEmpty() ? "" : "\n" + error.log();
    var failure = new DeviceException(name, text, error);
    if (known.isSticky()) {
      loss = failure;
    }
    return failure;
  }
}
