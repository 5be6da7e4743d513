package dev.kiln.runtime;

import dev.kiln.lang.Memory;
import java.lang.foreign.MemorySegment;

/**
 * Memory that knows its device.
 *
 * @param owner the device that kernels on it run on
 * @param bytes the memory
 */
record DeviceMemory(Device owner, Memory bytes) implements Memory {

  /** The device of any memory; memory that was not made by a device is the CPU's. */
  static Device deviceOf(Memory memory) {
    return memory instanceof DeviceMemory own ? own.owner : Device.cpu();
  }

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
