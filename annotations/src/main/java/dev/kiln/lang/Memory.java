package dev.kiln.lang;

import java.lang.foreign.MemorySegment;

/**
 * The storage behind a tensor; the runtime supplies its own for devices.
 *
 * <p>Implementations are safe for use by many threads. {@link #hold} and {@link #release} bracket
 * each native use: a {@link #close} in between refuses later uses at once and frees when the last
 * holder releases.
 */
public interface Memory {

  /** The device of memory that the CPU reads and writes directly. */
  String CPU = "cpu";

  /**
   * The bytes in place, for access by Java code.
   *
   * @throws IllegalStateException if this memory is closed, or lies where Java code cannot reach it
   */
  MemorySegment host();

  /** Whether Java code reaches the bytes in place, through {@link #host}. */
  default boolean isHost() {
    return true;
  }

  /** The number of bytes. */
  default long byteSize() {
    return host().byteSize();
  }

  /**
   * Fills {@code target} with the bytes from {@code offset} on; waits for kernels that write them.
   *
   * @throws IllegalStateException if this memory is closed
   */
  default void read(long offset, MemorySegment target) {
    MemorySegment.copy(host(), offset, target, 0, target.byteSize());
  }

  /**
   * Copies {@code source} over the bytes from {@code offset} on, after kernels that use them.
   *
   * @throws IllegalStateException if this memory is closed
   */
  default void write(long offset, MemorySegment source) {
    MemorySegment.copy(source, 0, host(), offset, source.byteSize());
  }

  /** Whether {@link #close} was called. */
  boolean isClosed();

  /** Ends the life of this memory; a second call does nothing. */
  void close();

  /** The device that holds the bytes, for example {@link #CPU} or {@code cuda:0}. */
  String device();

  /**
   * Keeps the bytes in place until {@link #release}.
   *
   * @throws IllegalStateException if this memory is closed
   */
  void hold();

  /** Ends one {@link #hold}. */
  void release();

  /** New zeroed memory of the CPU, 64-byte aligned, freed by {@link #close}. */
  static Memory allocate(long bytes) {
    return HostMemory.allocate(bytes);
  }

  /** Memory of the CPU that somebody else owns: {@link #close} only refuses later uses. */
  static Memory of(MemorySegment segment) {
    return HostMemory.of(segment);
  }
}
