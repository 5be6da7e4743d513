package dev.kiln.testkit.pack;

import dev.kiln.lang.IntTensor;
import dev.kiln.lang.Memory;
import dev.kiln.lang.Tile;
import dev.kiln.lang.U8;
import dev.kiln.runtime.CpuDevice;
import dev.kiln.runtime.CudaDevice;
import dev.kiln.runtime.Device;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Memory of a device for one tensor, with bytes around it that no kernel may change. */
public final class GuardedMemory implements AutoCloseable {
  /** More than what any kernel wants addresses to be multiples of. */
  private static final int GUARD_BYTES = 1024;

  private static final byte GUARD = 0x5A;

  private final Device device;
  private final IntTensor<U8> whole;
  private final IntTensor<U8> inside;
  private final int first;

  /**
   * Memory that holds {@code bytes}.
   *
   * @param shift how many bytes it lies behind a place that suits every kernel
   */
  public GuardedMemory(Device device, byte[] bytes, int shift) {
    this.device = device;
    this.first = GUARD_BYTES + shift;
    var all = new byte[first + bytes.length + GUARD_BYTES];
    Arrays.fill(all, GUARD);
    System.arraycopy(bytes, 0, all, first, bytes.length);
    this.whole = device.tensor(Tile.U8, all.length);
    whole.copyFrom(MemorySegment.ofArray(all));
    int size = bytes.length;
    this.inside =
        switch (device) {
          case CpuDevice cpu -> cpu.wrap(Tile.U8, whole.memory().host().asSlice(first, size), size);
          case CudaDevice cuda -> cuda.wrap(Tile.U8, cuda.addressOf(whole) + first, size);
        };
  }

  /** The memory between the guards. */
  public Memory memory() {
    return inside.memory();
  }

  /**
   * The bytes between the guards, when all launches are done.
   *
   * @throws IllegalStateException if a guard was written
   */
  public byte[] read() {
    if (device instanceof CudaDevice cuda) {
      cuda.synchronize();
    }
    var bytes = new byte[(int) whole.byteSize()];
    whole.copyTo(MemorySegment.ofArray(bytes));
    int end = first + (int) inside.byteSize();
    for (int at = 0; at < bytes.length; at++) {
      if ((at < first || at >= end) && bytes[at] != GUARD) {
        throw new IllegalStateException(
            at < first
                ? "Written %d bytes before the first element.".formatted(first - at)
                : "Written %d bytes behind the last element.".formatted(at - end));
      }
    }
    return Arrays.copyOfRange(bytes, first, end);
  }

  @Override
  public void close() {
    whole.close();
  }
}
