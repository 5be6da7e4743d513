package dev.kiln.runtime;

import static dev.kiln.lang.Tile.F32;

/** Launches a kernel that writes to a wild address and prints what the next two reads throw. */
final class FaultProgram {

  private FaultProgram() {}

  /** Ends with 0 if both reads have thrown. */
  public static void main(String[] arguments) {
    try (var x = Device.cuda().tensor(F32, 4)) {
      Launch launch = AxpyCuda.launcher(AxpyCuda.MANIFEST).begin();
      launch.tensor(0, x);
      launch.tensor(1, x);
      launch.scalar(2, 1f);
      launch.choose(3);
      launch.run(1, 1, 1);
      for (int i = 0; i < 2; i++) {
        try {
          x.toFloats();
          System.exit(1);
        } catch (DeviceException e) {
          System.out.println(e.getMessage().replace('\n', ' '));
        }
      }
    }
  }
}
