package dev.kiln.runtime.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import org.bytedeco.cuda.cudart.CUctx_st;
import org.bytedeco.cuda.cudart.CUevent_st;
import org.bytedeco.cuda.cudart.CUfunc_st;
import org.bytedeco.cuda.cudart.CUgraphExec_st;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUmemPoolHandle_st;
import org.bytedeco.cuda.cudart.CUmod_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.cudart.CUtensorMap;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.SizeTPointer;

/**
 * The driver through the JavaCPP presets; each method is one call and its check.
 *
 * <p>Memory for arguments is {@code java.lang.foreign}'s. That of JavaCPP would be counted against
 * its limit for the whole process, which a program with large tensors on the host may pass.
 */
final class PresetDriver implements Driver {

  private static final int DONE = 0;
  private static final int NOT_READY = 600;
  private static final int STREAM_NON_BLOCKING = 1;
  private static final int EVENT_DISABLE_TIMING = 2;
  private static final int HOST_PORTABLE_AND_MAPPED = 3;
  private static final int POOL_RELEASE_THRESHOLD = 4;
  private static final int CAPTURE_RELAXED = 2;
  private static final int FUNCTION_MAX_DYNAMIC_SHARED_BYTES = 8;
  private static final int PROMOTE_TO_LINES_OF_128_BYTES = 2;
  private static final int LOG_BYTES = 16 << 10;

  private final SymbolLookup library;

  /**
   * The driver of a library that has {@link DriverFunction#ALWAYS}.
   *
   * @throws NoClassDefFoundError if the presets are not on the class path
   */
  PresetDriver(SymbolLookup library) {
    this.library = library;
  }

  void initialize() {
    check(cudart.cuInit(0), "cuInit");
  }

  /** A pointer to an address. */
  private static final class Address extends Pointer {

    Address(long address) {
      this.address = address;
    }
  }

  private static CUstream_st stream(long handle) {
    return new CUstream_st(new Address(handle));
  }

  private static CUevent_st event(long handle) {
    return new CUevent_st(new Address(handle));
  }

  private static void check(int result, String call) {
    if (result != DONE) {
      throw new DriverException(result, call);
    }
  }

  private static boolean isReady(int result, String call) {
    if (result == NOT_READY) {
      return false;
    }
    check(result, call);
    return true;
  }

  @Override
  public int version() {
    var version = new int[1];
    check(cudart.cuDriverGetVersion(version), "cuDriverGetVersion");
    return version[0];
  }

  @Override
  public boolean has(DriverFunction function) {
    return library.find(function.symbol()).isPresent();
  }

  @Override
  public int deviceCount() {
    var count = new int[1];
    check(cudart.cuDeviceGetCount(count), "cuDeviceGetCount");
    return count[0];
  }

  @Override
  public String deviceName(int ordinal) {
    var name = new byte[256];
    check(cudart.cuDeviceGetName(name, name.length, ordinal), "cuDeviceGetName");
    return text(name);
  }

  @Override
  public int attribute(DeviceAttribute attribute, int ordinal) {
    var value = new int[1];
    check(cudart.cuDeviceGetAttribute(value, attribute.number(), ordinal), "cuDeviceGetAttribute");
    return value[0];
  }

  @Override
  public long retainPrimaryContext(int ordinal) {
    var context = new CUctx_st();
    check(cudart.cuDevicePrimaryCtxRetain(context, ordinal), "cuDevicePrimaryCtxRetain");
    return context.address();
  }

  @Override
  public void setCurrent(long context) {
    check(cudart.cuCtxSetCurrent(new CUctx_st(new Address(context))), "cuCtxSetCurrent");
  }

  @Override
  public Room room() {
    try (var arena = Arena.ofConfined()) {
      MemorySegment sizes = arena.allocate(ValueLayout.JAVA_LONG, 2);
      check(
          cudart.cuMemGetInfo(
              new SizeTPointer(new Address(sizes.address())),
              new SizeTPointer(new Address(sizes.address() + Long.BYTES))),
          "cuMemGetInfo");
      return new Room(
          sizes.getAtIndex(ValueLayout.JAVA_LONG, 0), sizes.getAtIndex(ValueLayout.JAVA_LONG, 1));
    }
  }

  private static CUmemPoolHandle_st pool(int ordinal) {
    var pool = new CUmemPoolHandle_st();
    check(cudart.cuDeviceGetDefaultMemPool(pool, ordinal), "cuDeviceGetDefaultMemPool");
    return pool;
  }

  @Override
  public void keepFreedMemory(int ordinal) {
    try (var arena = Arena.ofConfined()) {
      MemorySegment threshold = arena.allocateFrom(ValueLayout.JAVA_LONG, Long.MAX_VALUE);
      check(
          cudart.cuMemPoolSetAttribute(
              pool(ordinal), POOL_RELEASE_THRESHOLD, new Address(threshold.address())),
          "cuMemPoolSetAttribute");
    }
  }

  @Override
  public void trimPool(int ordinal) {
    check(cudart.cuMemPoolTrimTo(pool(ordinal), 0), "cuMemPoolTrimTo");
  }

  @Override
  public long allocate(long bytes, long stream) {
    var address = new long[1];
    check(cudart.cuMemAllocAsync(address, bytes, stream(stream)), "cuMemAllocAsync");
    return address[0];
  }

  @Override
  public void free(long address, long stream) {
    check(cudart.cuMemFreeAsync(address, stream(stream)), "cuMemFreeAsync");
  }

  @Override
  public void clear(long address, long bytes, long stream) {
    check(cudart.cuMemsetD8Async(address, (byte) 0, bytes, stream(stream)), "cuMemsetD8Async");
  }

  @Override
  public void copyToDevice(long target, long source, long bytes, long stream) {
    check(
        cudart.cuMemcpyHtoDAsync(target, new Address(source), bytes, stream(stream)),
        "cuMemcpyHtoDAsync");
  }

  @Override
  public void copyToHost(long target, long source, long bytes, long stream) {
    check(
        cudart.cuMemcpyDtoHAsync(new Address(target), source, bytes, stream(stream)),
        "cuMemcpyDtoHAsync");
  }

  @Override
  public long allocatePinned(long bytes) {
    var memory = new Pointer();
    check(cudart.cuMemHostAlloc(memory, bytes, HOST_PORTABLE_AND_MAPPED), "cuMemHostAlloc");
    return memory.address();
  }

  @Override
  public long deviceAddress(long pinned) {
    var address = new long[1];
    check(
        cudart.cuMemHostGetDevicePointer(address, new Address(pinned), 0),
        "cuMemHostGetDevicePointer");
    return address[0];
  }

  @Override
  public long createStream() {
    var stream = new CUstream_st();
    check(cudart.cuStreamCreate(stream, STREAM_NON_BLOCKING), "cuStreamCreate");
    return stream.address();
  }

  @Override
  public void destroyStream(long stream) {
    check(cudart.cuStreamDestroy(stream(stream)), "cuStreamDestroy");
  }

  @Override
  public void synchronize(long stream) {
    check(cudart.cuStreamSynchronize(stream(stream)), "cuStreamSynchronize");
  }

  @Override
  public boolean isIdle(long stream) {
    return isReady(cudart.cuStreamQuery(stream(stream)), "cuStreamQuery");
  }

  @Override
  public void await(long stream, long event) {
    check(cudart.cuStreamWaitEvent(stream(stream), event(event), 0), "cuStreamWaitEvent");
  }

  @Override
  public long createEvent(Timing timing) {
    var event = new CUevent_st();
    int flags =
        switch (timing) {
          case TIMED -> 0;
          case UNTIMED -> EVENT_DISABLE_TIMING;
        };
    check(cudart.cuEventCreate(event, flags), "cuEventCreate");
    return event.address();
  }

  @Override
  public void destroyEvent(long event) {
    check(cudart.cuEventDestroy(event(event)), "cuEventDestroy");
  }

  @Override
  public void record(long event, long stream) {
    check(cudart.cuEventRecord(event(event), stream(stream)), "cuEventRecord");
  }

  @Override
  public void synchronizeEvent(long event) {
    check(cudart.cuEventSynchronize(event(event)), "cuEventSynchronize");
  }

  @Override
  public boolean isDone(long event) {
    return isReady(cudart.cuEventQuery(event(event)), "cuEventQuery");
  }

  @Override
  public float milliseconds(long start, long end) {
    var milliseconds = new float[1];
    check(cudart.cuEventElapsedTime(milliseconds, event(start), event(end)), "cuEventElapsedTime");
    return milliseconds[0];
  }

  @Override
  public void beginCapture(long stream) {
    check(cudart.cuStreamBeginCapture(stream(stream), CAPTURE_RELAXED), "cuStreamBeginCapture");
  }

  @Override
  public long endCapture(long stream) {
    var graph = new CUgraph_st();
    check(cudart.cuStreamEndCapture(stream(stream), graph), "cuStreamEndCapture");
    try {
      var runnable = new CUgraphExec_st();
      check(cudart.cuGraphInstantiate(runnable, graph, 0), "cuGraphInstantiate");
      return runnable.address();
    } finally {
      check(cudart.cuGraphDestroy(graph), "cuGraphDestroy");
    }
  }

  @Override
  public void launchGraph(long graph, long stream) {
    check(
        cudart.cuGraphLaunch(new CUgraphExec_st(new Address(graph)), stream(stream)),
        "cuGraphLaunch");
  }

  @Override
  public void destroyGraph(long graph) {
    check(cudart.cuGraphExecDestroy(new CUgraphExec_st(new Address(graph))), "cuGraphExecDestroy");
  }

  @Override
  public long loadModule(byte[] image) {
    try (var arena = Arena.ofConfined()) {
      var bytes = new Address(arena.allocateFrom(ValueLayout.JAVA_BYTE, image).address());
      return isMachineCode(image) ? loadMachineCode(bytes) : compile(bytes, arena);
    }
  }

  /** Whether an image is an ELF file. */
  private static boolean isMachineCode(byte[] image) {
    return image.length > 3 && image[0] == 0x7F && image[1] == 'E' && image[2] == 'L';
  }

  /**
   * Without the options of a compiler that does not run: the presets' classes for them cost a first
   * load 2 to 3 ms.
   */
  private static long loadMachineCode(Pointer bytes) {
    var module = new CUmod_st();
    check(cudart.cuModuleLoadData(module, bytes), "cuModuleLoadData");
    return module.address();
  }

  /** With the options for a log of errors: its buffer and the buffer's size. */
  private static long compile(Pointer text, Arena arena) {
    var module = new CUmod_st();
    MemorySegment log = arena.allocate(LOG_BYTES);
    MemorySegment options =
        arena.allocateFrom(
            ValueLayout.JAVA_INT,
            cudart.CU_JIT_ERROR_LOG_BUFFER,
            cudart.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
    MemorySegment values =
        arena.allocateFrom(ValueLayout.JAVA_LONG, log.address(), (long) LOG_BYTES);
    int result =
        cudart.cuModuleLoadDataEx(
            module,
            text,
            2,
            new IntPointer(new Address(options.address())),
            new PointerPointer<>(new Address(values.address())));
    if (result != DONE) {
      throw new DriverException(
          result, "cuModuleLoadDataEx", text(log.toArray(ValueLayout.JAVA_BYTE)));
    }
    return module.address();
  }

  private static String text(byte[] bytes) {
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(Arrays.copyOf(bytes, length), StandardCharsets.UTF_8).strip();
  }

  @Override
  public long function(long module, String name) {
    var function = new CUfunc_st();
    check(
        cudart.cuModuleGetFunction(function, new CUmod_st(new Address(module)), name),
        "cuModuleGetFunction");
    return function.address();
  }

  @Override
  public void allowSharedMemory(long function, int bytes) {
    check(
        cudart.cuFuncSetAttribute(
            new CUfunc_st(new Address(function)), FUNCTION_MAX_DYNAMIC_SHARED_BYTES, bytes),
        "cuFuncSetAttribute");
  }

  @Override
  public void encode(TensorMap map, long address, long target) {
    int rank = map.dims().size();
    var steps = new int[rank];
    Arrays.fill(steps, 1);
    check(
        cudart.cuTensorMapEncodeTiled(
            new CUtensorMap(new Address(target)),
            map.typeNumber(),
            rank,
            new Address(address),
            map.extents(),
            map.strides(),
            map.boxExtents(),
            steps,
            cudart.CU_TENSOR_MAP_INTERLEAVE_NONE,
            map.swizzleNumber(),
            PROMOTE_TO_LINES_OF_128_BYTES,
            cudart.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE),
        "cuTensorMapEncodeTiled");
  }

  @Override
  public Call call(long context, long function, long parameters) {
    return new PresetCall(context, function, parameters);
  }

  @Override
  public String errorName(int code) {
    return answer(name -> cudart.cuGetErrorName(code, name), "error " + code);
  }

  @Override
  public String errorText(int code) {
    return answer(text -> cudart.cuGetErrorString(code, text), "unknown");
  }

  /** A text that the driver owns and gives the address of. */
  private static String answer(ToIntFunction<PointerPointer<BytePointer>> call, String otherwise) {
    try (var arena = Arena.ofConfined()) {
      MemorySegment place = arena.allocate(ValueLayout.JAVA_LONG);
      var text = new PointerPointer<BytePointer>(new Address(place.address()));
      return call.applyAsInt(text) == DONE ? text.get(BytePointer.class, 0).getString() : otherwise;
    }
  }

  /** Reuses the objects that the presets want, so that a launch allocates nothing. */
  private static final class PresetCall implements Call {

    private static final PointerPointer<Pointer> NONE = new PointerPointer<>(new Address(0));

    private final CUctx_st context;
    private final CUfunc_st function;
    private final PointerPointer<Pointer> parameters;
    private final Stream stream = new Stream();

    PresetCall(long context, long function, long parameters) {
      this.context = new CUctx_st(new Address(context));
      this.function = new CUfunc_st(new Address(function));
      this.parameters = new PointerPointer<>(new Address(parameters));
    }

    @Override
    public int launch(int blocks, int threads, int sharedBytes, long onStream) {
      int result = cudart.cuCtxSetCurrent(context);
      return result != DONE
          ? result
          : cudart.cuLaunchKernel(
              function,
              blocks,
              1,
              1,
              threads,
              1,
              1,
              sharedBytes,
              stream.at(onStream),
              parameters,
              NONE);
    }
  }

  /** A stream whose handle changes. */
  private static final class Stream extends CUstream_st {

    Stream at(long handle) {
      address = handle;
      return this;
    }
  }
}
