package dev.kiln.interp;

import dev.kiln.ir.DType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that are read and written by element; several may share bytes. A byte is poison until it is
 * written. A {@link Ledger} may remember what is done to it.
 */
final class Memory implements Datum {
  private final DType element;
  private final ByteBuffer bytes;
  private final boolean[] written;
  private final int start;
  private final long elements;
  private final @Nullable Ledger ledger;

  private Memory(
      DType element, ByteBuffer bytes, boolean[] written, Extent extent, @Nullable Ledger ledger) {
    this.element = element;
    this.bytes = bytes;
    this.written = written;
    this.start = extent.start();
    this.elements = extent.elements();
    this.ledger = ledger;
  }

  /** Which of the bytes. */
  private record Extent(int start, long elements) {}

  /** New memory, all of it poison. */
  static Memory poison(DType element, long elements) {
    int size = Math.toIntExact(elements * element.bytes());
    return new Memory(
        element, buffer(new byte[size]), new boolean[size], new Extent(0, elements), null);
  }

  /** The bytes of a tensor, all written. */
  static Memory of(DType element, byte[] bytes) {
    boolean[] written = new boolean[bytes.length];
    Arrays.fill(written, true);
    var whole = new Extent(0, bytes.length / element.bytes());
    return new Memory(element, buffer(bytes), written, whole, null);
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Elements of another type in the same bytes, from {@code byteOffset} on. */
  Memory slice(DType type, long byteOffset, long count) {
    var extent = new Extent(Math.toIntExact(start + byteOffset), count);
    return new Memory(type, bytes, written, extent, ledger);
  }

  /** The same memory, of which {@code kept} remembers what is done to it. */
  Memory watched(Ledger kept) {
    return new Memory(element, bytes, written, new Extent(start, elements), kept);
  }

  /** What remembers what is done to it; null where nothing has to. */
  @Nullable Ledger ledger() {
    return ledger;
  }

  /** Whether both begin at one place of memory that several threads access. */
  boolean isSamePlace(Memory other) {
    return Objects.equals(ledger, other.ledger) && start == other.start;
  }

  /** Whether several threads access it. */
  boolean isShared() {
    return ledger instanceof Accesses;
  }

  /** Bytes of all of it. */
  int bytes() {
    return bytes.capacity();
  }

  DType element() {
    return element;
  }

  boolean holds(long index) {
    return index >= 0
        && index < elements
        && start + (index + 1) * element.bytes() <= bytes.capacity();
  }

  boolean isPoison(long index) {
    int at = at(index);
    for (int i = 0; i < element.bytes(); i++) {
      if (!written[at + i]) {
        return true;
      }
    }
    return false;
  }

  long get(long index) {
    int at = at(index);
    return switch (element) {
      case I8, E4M3, E5M2, BOOL -> bytes.get(at);
      case U8 -> bytes.get(at) & 0xFF;
      case F16, BF16, I16 -> bytes.getShort(at);
      case F32, I32 -> bytes.getInt(at);
      case F64, I64 -> bytes.getLong(at);
    };
  }

  void set(long index, long bits) {
    int at = at(index);
    switch (element) {
      case I8, U8, E4M3, E5M2, BOOL -> bytes.put(at, (byte) bits);
      case F16, BF16, I16 -> bytes.putShort(at, (short) bits);
      case F32, I32 -> bytes.putInt(at, (int) bits);
      case F64, I64 -> bytes.putLong(at, bits);
    }
    Arrays.fill(written, at, at + element.bytes(), true);
  }

  void setPoison(long index) {
    int at = at(index);
    Arrays.fill(written, at, at + element.bytes(), false);
  }

  /** Where an element begins, in bytes of all that shares them. */
  int at(long index) {
    return Math.toIntExact(start + index * element.bytes());
  }

  /**
   * The index of what lies in place of an element in swizzled lines of 128 bytes: their 16-byte
   * chunks are permuted by the number of the line, counted from where the bytes begin.
   */
  long swizzled(long index) {
    long at = at(index);
    return ((at ^ (at >> 7 & 7) << 4) - start) / element.bytes();
  }
}
