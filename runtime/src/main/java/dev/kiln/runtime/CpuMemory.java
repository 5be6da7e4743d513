package dev.kiln.runtime;

import dev.kiln.lang.Memory;
import java.lang.foreign.MemorySegment;

/**
 * Memory of the CPU that knows which CPU device made it.
 *
 * @param owner the device that kernels on it run on
 * @param bytes the memory
 */
record CpuMemory(CpuDevice owner, Memory bytes) implements DeviceMemory {

  @Override
  public MemorySegment host() {
    return bytes.host();
  }

  @Override
  public boolean isClosed() {
    return bytes.isClosed();
  }

  @Override
  public void close() {
    bytes.close();
  }

  @Override
  public String device() {
    return owner.name();
  }

  @Override
  public void hold() {
    bytes.hold();
  }

  @Override
  public void release() {
    bytes.release();
  }
}
