package dev.kiln.runtime;

import dev.kiln.runtime.cuda.Driver;
import java.lang.foreign.MemorySegment;

/**
 * Copies between a device and memory of any kind on the host, in chunks through two pinned buffers
 * in turn, so that the bus works while the CPU copies. One copy at a time.
 */
final class Staging {

  private static final int CHUNK_BYTES = 4 << 20;

  private final Driver driver;
  private final Buffer[] buffers;
  private int turn;

  /** The context must be current. */
  Staging(Driver driver) {
    this.driver = driver;
    this.buffers = new Buffer[] {buffer(), buffer()};
  }

  /**
   * Pinned memory.
   *
   * @param free comes when the device has done with the bytes
   */
  private record Buffer(MemorySegment bytes, long free) {}

  @SuppressWarnings("restricted")
  private Buffer buffer() {
    return new Buffer(
        MemorySegment.ofAddress(driver.allocatePinned(CHUNK_BYTES)).reinterpret(CHUNK_BYTES),
        driver.createEvent(Driver.Timing.UNTIMED));
  }

  /** Copies a segment, which may change when this returns; the device gets it by and by. */
  synchronized void copyToDevice(long target, MemorySegment source, long stream) {
    for (long done = 0; done < source.byteSize(); done += CHUNK_BYTES) {
      Buffer buffer = next();
      long bytes = Math.min(CHUNK_BYTES, source.byteSize() - done);
      MemorySegment.copy(source, done, buffer.bytes, 0, bytes);
      driver.copyToDevice(target + done, buffer.bytes.address(), bytes, stream);
      driver.record(buffer.free, stream);
    }
  }

  /** Fills a segment, once the stream has come this far. */
  synchronized void copyToHost(MemorySegment target, long source, long stream) {
    Buffer ahead = fetch(target, source, 0, stream);
    for (long done = 0; done < target.byteSize(); done += CHUNK_BYTES) {
      Buffer here = ahead;
      ahead = fetch(target, source, done + CHUNK_BYTES, stream);
      driver.synchronizeEvent(here.free);
      long bytes = Math.min(CHUNK_BYTES, target.byteSize() - done);
      MemorySegment.copy(here.bytes, 0, target, done, bytes);
    }
  }

  /** Starts a chunk on its way, if there is one at this place. */
  private Buffer fetch(MemorySegment target, long source, long place, long stream) {
    Buffer buffer = next();
    if (place < target.byteSize()) {
      long bytes = Math.min(CHUNK_BYTES, target.byteSize() - place);
      driver.copyToHost(buffer.bytes.address(), source + place, bytes, stream);
      driver.record(buffer.free, stream);
    }
    return buffer;
  }

  private Buffer next() {
    turn ^= 1;
    driver.synchronizeEvent(buffers[turn].free);
    return buffers[turn];
  }
}
