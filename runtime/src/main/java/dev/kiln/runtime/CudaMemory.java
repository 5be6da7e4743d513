package dev.kiln.runtime;

import dev.kiln.lang.CountedMemory;
import dev.kiln.runtime.cuda.DriverException;
import dev.kiln.runtime.cuda.TensorMap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Memory of a CUDA device.
 *
 * <p>It knows which stream wrote it last and which streams have read it since. A stream that uses
 * it after others waits for them, so that launches see what earlier launches wrote, whatever the
 * streams; streams that only read do not wait for each other. It is freed behind its last use.
 */
final class CudaMemory extends CountedMemory implements DeviceMemory {

  private static final Stream[] NOBODY = {};

  private final CudaContext context;
  private final long address;
  private final long bytes;
  private final Ownership ownership;
  private final Map<TensorMap, MemorySegment> maps = new HashMap<>();

  private Stream writer;
  private Stream[] readers = NOBODY;

  private CudaMemory(
      CudaContext context, Stream writer, long address, long bytes, Ownership ownership) {
    this.context = context;
    this.writer = writer;
    this.address = address;
    this.bytes = bytes;
    this.ownership = ownership;
  }

  /** Who frees the bytes. */
  private enum Ownership {
    OWN,
    BORROWED
  }

  /** New zeroed memory. */
  static CudaMemory allocate(CudaContext context, long bytes) {
    Stream stream = context.device().currentStream();
    stream.requireNoCapture("a tensor is made");
    return new CudaMemory(context, stream, context.allocate(bytes, stream), bytes, Ownership.OWN);
  }

  /** Memory that somebody else frees, and that nobody uses now. */
  static CudaMemory borrow(CudaContext context, long address, long bytes) {
    return new CudaMemory(context, context.main(), address, bytes, Ownership.BORROWED);
  }

  @Override
  public CudaDevice owner() {
    return context.device();
  }

  @Override
  public String device() {
    return owner().name();
  }

  @Override
  public boolean isHost() {
    return false;
  }

  @Override
  public long byteSize() {
    return bytes;
  }

  @Override
  public MemorySegment host() {
    requireOpen();
    throw new IllegalStateException(
        ("The elements lie on %s, where Java code does not reach them in place. Copy them (copyTo,"
                + " toFloats and the like), or launch the kernel instead of calling it.")
            .formatted(device()));
  }

  /** The device address of the first byte. */
  long address() {
    return address;
  }

  @Override
  public void read(long offset, MemorySegment target) {
    Objects.checkFromIndexSize(offset, target.byteSize(), bytes);
    Stream stream = forHost("a tensor is read");
    hold();
    try {
      context.run(
          "while reading a tensor on " + device(),
          () -> {
            order(stream, /* writes= */ false);
            context.staging().copyToHost(target, address + offset, stream.handle());
          });
    } finally {
      release();
    }
    context.traps().check();
  }

  @Override
  public void write(long offset, MemorySegment source) {
    Objects.checkFromIndexSize(offset, source.byteSize(), bytes);
    Stream stream = forHost("a tensor is written by the host");
    hold();
    try {
      context.run(
          "while writing a tensor on " + device(),
          () -> {
            order(stream, /* writes= */ true);
            context.staging().copyToDevice(address + offset, source, stream.handle());
          });
    } finally {
      release();
    }
  }

  private Stream forHost(String what) {
    Stream stream = owner().currentStream();
    stream.requireNoCapture(what);
    return stream;
  }

  /** Lets what comes next on a stream see all earlier work on these bytes that it must see. */
  void order(Stream stream, boolean writes) {
    if (writer == stream && !(writes && readers.length > 0)) {
      return;
    }
    orderAmongStreams(stream, writes);
  }

  private synchronized void orderAmongStreams(Stream stream, boolean writes) {
    if (writes) {
      stream.follow(writer);
      for (Stream reader : readers) {
        stream.follow(reader);
      }
      writer = stream;
      readers = NOBODY;
    } else if (!hasReader(stream)) {
      stream.follow(writer);
      var more = new Stream[readers.length + 1];
      System.arraycopy(readers, 0, more, 0, readers.length);
      more[readers.length] = stream;
      readers = more;
    }
  }

  private boolean hasReader(Stream stream) {
    for (Stream reader : readers) {
      if (reader == stream) {
        return true;
      }
    }
    return false;
  }

  /** The encoded form of a tensor map over these bytes, made once. */
  synchronized MemorySegment map(TensorMap map) {
    @Nullable MemorySegment known = maps.get(map);
    if (known == null) {
      known = Arena.ofAuto().allocate(TensorMap.BYTES, 64);
      context.driver().encode(map, address, known.address());
      maps.put(map, known);
    }
    return known;
  }

  /** Behind the last use; of a context that is lost nothing needs to be freed. */
  @Override
  protected void free() {
    if (ownership == Ownership.BORROWED || context.isLost()) {
      return;
    }
    try {
      context.driver().setCurrent(context.handle());
      Stream last = writer.isClosed() || writer.isCapturing() ? context.main() : writer;
      order(last, /* writes= */ true);
      context.driver().free(address, last.handle());
    } catch (DriverException e) {
      DeviceException failure = context.failure(e, "while closing a tensor on " + device());
      if (!context.isLost()) {
        throw failure;
      }
    }
  }
}
