package dev.kiln.runtime;

import dev.kiln.runtime.cuda.Driver;
import dev.kiln.runtime.cuda.DriverException;
import dev.kiln.runtime.cuda.DriverSearch;
import dev.kiln.runtime.cuda.DriverSearch.Found;
import dev.kiln.runtime.cuda.DriverSearch.Missing;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The CUDA devices of a machine.
 *
 * @param devices in the driver's order
 * @param reason why there is none, or nothing
 */
record CudaDevices(List<CudaDevice> devices, String reason) {

  CudaDevices {
    devices = List.copyOf(devices);
  }

  /** Looks once, when somebody first asks. */
  private static final class Here {

    static final CudaDevices FOUND = of(new DriverSearch(Settings.READ.platform()).search());
  }

  /** Those of this machine. */
  static CudaDevices here() {
    return Here.FOUND;
  }

  static CudaDevices of(DriverSearch.Result result) {
    return switch (result) {
      case Found(Driver driver) -> of(driver);
      case Missing(String reason) -> new CudaDevices(List.of(), reason);
    };
  }

  private static CudaDevices of(Driver driver) {
    try {
      return new CudaDevices(
          IntStream.range(0, driver.deviceCount())
              .mapToObj(ordinal -> new CudaDevice(driver, ordinal))
              .toList(),
          "The driver shows no GPU to this process (CUDA_VISIBLE_DEVICES).");
    } catch (DriverException e) {
      return new CudaDevices(
          List.of(),
          "The NVIDIA driver lists no devices: %s returned %s."
              .formatted(e.call(), driver.errorName(e.code())));
    }
  }

  /**
   * One of them.
   *
   * @throws UnsupportedOperationException if there is none of that number
   */
  CudaDevice get(int ordinal) {
    if (ordinal < 0 || ordinal >= devices.size()) {
      throw new UnsupportedOperationException(
          devices.isEmpty()
              ? "There is no CUDA device. " + reason
              : "Expected a CUDA device from 0 to %d, found %d."
                  .formatted(devices.size() - 1, ordinal));
    }
    return devices.get(ordinal);
  }
}
