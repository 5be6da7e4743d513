package dev.kiln.examples;

import static dev.kiln.lang.Tile.F32;

import dev.kiln.runtime.CpuDevice;
import dev.kiln.runtime.Device;
import java.util.List;
import java.util.stream.Stream;

/** The x86-64 levels whose binaries this machine runs, found by running the smallest kernel. */
final class CpuLevels {
  private CpuLevels() {}

  /** The levels, lowest first; a launch without a choice runs the last. */
  static List<Integer> all() {
    return Stream.of(2, 3, 4).filter(level -> runs(Device.cpu().withLevel(level))).toList();
  }

  private static boolean runs(CpuDevice device) {
    try (var a = device.tensor(F32, 1);
        var b = device.tensor(F32, 1);
        var c = device.tensor(F32, 1)) {
      VectorAddKernel.launch(a, b, c);
      return true;
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }
}
