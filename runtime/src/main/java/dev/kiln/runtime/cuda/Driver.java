package dev.kiln.runtime.cuda;

/**
 * The functions of a CUDA driver that the runtime calls; handles and device addresses are plain
 * numbers, streams are never 0.
 *
 * <p>What is not said otherwise acts on the context that is current on the calling thread, and
 * throws {@link DriverException} if the driver reports an error, be it one of an earlier launch.
 */
public interface Driver {

  /** The newest CUDA version that the driver serves, 1000 a major and 10 a minor step. */
  int version();

  /** Whether the installed driver has a function that came after the oldest driver supported. */
  boolean has(DriverFunction function);

  /** The number of devices. */
  int deviceCount();

  /** The marketing name of a device. */
  String deviceName(int ordinal);

  /** A property of a device. */
  int attribute(DeviceAttribute attribute, int ordinal);

  /** The device's primary context, kept alive for as long as the process runs. */
  long retainPrimaryContext(int ordinal);

  /** Makes a context current on the calling thread. */
  void setCurrent(long context);

  /** The device's free memory and all of it, in bytes. */
  Room room();

  /** Makes the device's pool keep all memory that is freed, for the next tensor. */
  void keepFreedMemory(int ordinal);

  /** Gives back what the device's pool keeps and nobody uses. */
  void trimPool(int ordinal);

  /** Memory of the device's pool, usable by what comes later on the stream. */
  long allocate(long bytes, long stream);

  /** Gives memory back to the pool once the stream has come this far. */
  void free(long address, long stream);

  /** Sets bytes to zero. */
  void clear(long address, long bytes, long stream);

  /** Copies from memory of the host, which must be pinned and stay as it is until this is done. */
  void copyToDevice(long target, long source, long bytes, long stream);

  /** Copies to pinned memory of the host. */
  void copyToHost(long target, long source, long bytes, long stream);

  /** Pinned memory of the host that devices reach too. */
  long allocatePinned(long bytes);

  /** Where the current device finds memory of {@link #allocatePinned}. */
  long deviceAddress(long pinned);

  /** A stream that does not wait for the null stream. */
  long createStream();

  /** Ends a stream. */
  void destroyStream(long stream);

  /** Waits until all work of a stream is done. */
  void synchronize(long stream);

  /** Whether all work of a stream is done. */
  boolean isIdle(long stream);

  /** Lets later work of a stream wait for an event. */
  void await(long stream, long event);

  /** A new event. */
  long createEvent(Timing timing);

  /** Ends an event. */
  void destroyEvent(long event);

  /** Puts an event behind all present work of a stream. */
  void record(long event, long stream);

  /** Waits for an event. */
  void synchronizeEvent(long event);

  /** Whether an event has come. */
  boolean isDone(long event);

  /** The time between two timed events that have come. */
  float milliseconds(long start, long end);

  /** Makes a stream collect its work in a graph instead of doing it. */
  void beginCapture(long stream);

  /** Ends the capture and makes what was collected runnable. */
  long endCapture(long stream);

  /** Puts a graph in line on a stream. */
  void launchGraph(long graph, long stream);

  /** Ends a graph. */
  void destroyGraph(long graph);

  /**
   * Loads a cubin, or PTX with a zero at its end, which is compiled now; the exception of a failure
   * holds the compiler's log.
   */
  long loadModule(byte[] image);

  /** An entry point of a module. */
  long function(long module, String name);

  /** Lets a function have so much dynamic shared memory. */
  void allowSharedMemory(long function, int bytes);

  /** Writes the tensor map of a tensor at a device address to 128 bytes at {@code target}. */
  void encode(TensorMap map, long address, long target);

  /**
   * A function made ready to be launched many times by one thread at a time.
   *
   * @param parameters the address of the addresses of the parameters' values
   */
  Call call(long context, long function, long parameters);

  /** The name of an error as {@code cuda.h} has it. */
  String errorName(int code);

  /** What the driver says of an error. */
  String errorText(int code);

  /** A function with the place of its parameters. */
  interface Call {

    /** Puts a launch of {@code blocks} x 1 x 1 blocks in line and returns the driver's result. */
    int launch(int blocks, int threads, int sharedBytes, long stream);
  }

  /** Whether the time of an event is taken, which makes recording dearer. */
  enum Timing {
    /** For {@link Driver#milliseconds}. */
    TIMED,
    /** For order alone. */
    UNTIMED
  }

  /**
   * Memory of a device, in bytes.
   *
   * @param free what is not in use
   * @param total all of it
   */
  record Room(long free, long total) {}
}
