package dev.kiln.runtime;

import dev.kiln.runtime.cuda.DeviceAttribute;
import dev.kiln.runtime.cuda.Driver;
import dev.kiln.runtime.cuda.DriverException;
import dev.kiln.runtime.cuda.DriverFunction;
import dev.kiln.runtime.cuda.TensorMap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A driver of two devices that do everything at once, on memory of the host, and write down what
 * they were asked to do. What a module's functions do is told by name.
 */
final class FakeDriver implements Driver {

  /** What was asked, in order: launches, copies, waits, frees. */
  final List<String> log = new ArrayList<>();

  /** What functions do, by name. */
  final Map<String, Body> bodies = new HashMap<>();

  /** How many tensor maps functions take, by name. */
  final Map<String, Integer> mapCounts = new HashMap<>();

  /** The memory that is not freed. */
  final Map<Long, Arena> allocated = new HashMap<>();

  /** The slots of the kernels that are launched here. */
  private static final long SLOT_BYTES = 72;

  private static final Pattern NAME = Pattern.compile("kiln_k\\w+");

  int capability = 90;
  int version = 13_000;
  long freeBytes = 1L << 30;
  int sharedBytes = 227 << 10;

  /** The error that the next call of a name reports, or all later ones if it is sticky. */
  final Map<String, Integer> errors = new HashMap<>();

  String jitLog = "";
  private final Map<Long, List<Runnable>> captures = new HashMap<>();
  private final Map<Long, List<Runnable>> graphs = new HashMap<>();
  private final Map<Long, List<String>> modules = new HashMap<>();
  private final Map<Long, String> functions = new HashMap<>();
  private long handles = 100;

  /** What a function does with its slots and tensor maps. */
  interface Body {
    void run(long[] slots, int blocks, List<MemorySegment> maps);
  }

  private void call(String name) {
    Integer error = errors.get(name);
    if (error != null) {
      if (error < 700) {
        errors.remove(name);
      }
      throw new DriverException(error, name, name.equals("cuModuleLoadDataEx") ? jitLog : "");
    }
  }

  private void inLine(long stream, Runnable work) {
    List<Runnable> capture = captures.get(stream);
    if (capture != null) {
      capture.add(work);
    } else {
      work.run();
    }
  }

  static MemorySegment at(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  @Override
  public int version() {
    return version;
  }

  @Override
  public boolean has(DriverFunction function) {
    return version >= function.since();
  }

  @Override
  public int deviceCount() {
    return 2;
  }

  @Override
  public String deviceName(int ordinal) {
    return "Fake GPU";
  }

  @Override
  public int attribute(DeviceAttribute attribute, int ordinal) {
    return switch (attribute) {
      case MULTIPROCESSOR_COUNT -> 4;
      case COMPUTE_CAPABILITY_MAJOR -> capability / 10;
      case COMPUTE_CAPABILITY_MINOR -> capability % 10;
      case MAX_SHARED_MEMORY_PER_BLOCK_OPTIN -> sharedBytes;
      case MEMORY_POOLS_SUPPORTED -> 1;
    };
  }

  @Override
  public long retainPrimaryContext(int ordinal) {
    call("cuDevicePrimaryCtxRetain");
    return ordinal + 1L;
  }

  @Override
  public void setCurrent(long context) {}

  @Override
  public Room room() {
    return new Room(freeBytes, 1L << 30);
  }

  @Override
  public void keepFreedMemory(int ordinal) {}

  @Override
  public void trimPool(int ordinal) {
    log.add("trim " + ordinal);
  }

  @Override
  @SuppressWarnings("MustBeClosedChecker") // closed by free
  public long allocate(long bytes, long stream) {
    if (bytes > freeBytes) {
      throw new DriverException(2, "cuMemAllocAsync");
    }
    Arena arena = Arena.ofShared();
    long address = arena.allocate(bytes, 256).address();
    allocated.put(address, arena);
    return address;
  }

  @Override
  public void free(long address, long stream) {
    log.add("free on " + stream);
    allocated.remove(address).close();
  }

  @Override
  public void clear(long address, long bytes, long stream) {
    at(address, bytes).fill((byte) 0);
  }

  @Override
  public void copyToDevice(long target, long source, long bytes, long stream) {
    call("cuMemcpyHtoDAsync");
    MemorySegment.copy(at(source, bytes), 0, at(target, bytes), 0, bytes);
  }

  @Override
  public void copyToHost(long target, long source, long bytes, long stream) {
    call("cuMemcpyDtoHAsync");
    MemorySegment.copy(at(source, bytes), 0, at(target, bytes), 0, bytes);
  }

  @Override
  public long allocatePinned(long bytes) {
    return Arena.global().allocate(bytes, 4096).address();
  }

  @Override
  public long deviceAddress(long pinned) {
    return pinned;
  }

  @Override
  public long createStream() {
    return handles++;
  }

  @Override
  public void destroyStream(long stream) {
    log.add("destroy " + stream);
  }

  @Override
  public void synchronize(long stream) {
    call("cuStreamSynchronize");
  }

  @Override
  public boolean isIdle(long stream) {
    return true;
  }

  @Override
  public void await(long stream, long event) {
    log.add(stream + " waits for " + event);
  }

  @Override
  public long createEvent(Timing timing) {
    return handles++;
  }

  @Override
  public void destroyEvent(long event) {}

  @Override
  public void record(long event, long stream) {}

  @Override
  public void synchronizeEvent(long event) {
    call("cuEventSynchronize");
  }

  @Override
  public boolean isDone(long event) {
    return true;
  }

  @Override
  public float milliseconds(long start, long end) {
    return end - start;
  }

  @Override
  public void beginCapture(long stream) {
    captures.put(stream, new ArrayList<>());
  }

  @Override
  public long endCapture(long stream) {
    long graph = handles++;
    graphs.put(graph, captures.remove(stream));
    return graph;
  }

  @Override
  public void launchGraph(long graph, long stream) {
    graphs.get(graph).forEach(Runnable::run);
  }

  @Override
  public void destroyGraph(long graph) {
    graphs.remove(graph);
  }

  @Override
  public long loadModule(byte[] image) {
    call("cuModuleLoadDataEx");
    long module = handles++;
    String text = new String(image, StandardCharsets.UTF_8).replace("\0", "");
    log.add("load " + text.lines().findFirst().orElse(""));
    modules.put(module, NAME.matcher(text).results().map(MatchResult::group).toList());
    return module;
  }

  @Override
  public long function(long module, String name) {
    if (!modules.get(module).contains(name)) {
      throw new DriverException(500, "cuModuleGetFunction");
    }
    long function = handles++;
    functions.put(function, name);
    return function;
  }

  @Override
  public void allowSharedMemory(long function, int bytes) {
    log.add("%s may have %d bytes".formatted(functions.get(function), bytes));
  }

  @Override
  public void encode(TensorMap map, long address, long target) {
    log.add("encode %s box %s swizzle %d".formatted(map.dims(), map.box(), map.swizzleBytes()));
    at(target, 8).set(ValueLayout.JAVA_LONG, 0, address);
  }

  @Override
  public Call call(long context, long function, long parameters) {
    String name = functions.get(function);
    return (blocks, threads, sharedBytes, stream) -> {
      Integer error = errors.get("cuLaunchKernel");
      if (error != null) {
        return error;
      }
      log.add("%s %dx%d shared %d on %d".formatted(name, blocks, threads, sharedBytes, stream));
      long first = at(parameters, 8).get(ValueLayout.JAVA_LONG, 0);
      long[] slots = at(first, SLOT_BYTES).toArray(ValueLayout.JAVA_LONG); // now, as drivers do
      List<MemorySegment> encoded = new ArrayList<>();
      for (int i = 1; i <= mapCounts.getOrDefault(name, 0); i++) {
        encoded.add(at(at(parameters, 8L * (i + 1)).getAtIndex(ValueLayout.JAVA_LONG, i), 128));
      }
      inLine(stream, () -> bodies.get(name).run(slots, blocks, encoded));
      return 0;
    };
  }

  @Override
  public String errorName(int code) {
    return switch (code) {
      case 1 -> "CUDA_ERROR_INVALID_VALUE";
      case 2 -> "CUDA_ERROR_OUT_OF_MEMORY";
      case 218 -> "CUDA_ERROR_INVALID_PTX";
      case 222 -> "CUDA_ERROR_UNSUPPORTED_PTX_VERSION";
      case 700 -> "CUDA_ERROR_ILLEGAL_ADDRESS";
      case 701 -> "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES";
      default -> "error " + code;
    };
  }

  @Override
  public String errorText(int code) {
    return "text " + code;
  }
}
