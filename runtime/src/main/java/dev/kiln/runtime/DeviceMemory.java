package dev.kiln.runtime;

import dev.kiln.lang.Memory;

/** Memory that knows its device. */
interface DeviceMemory extends Memory {

  /** The device that kernels on it run on. */
  Device owner();

  /** The device of any memory; memory that was not made by a device is the CPU's. */
  static Device deviceOf(Memory memory) {
    return memory instanceof DeviceMemory own ? own.owner() : Device.cpu();
  }
}
