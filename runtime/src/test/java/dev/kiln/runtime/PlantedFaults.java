package dev.kiln.runtime;

import static dev.kiln.lang.Tile.F32;

import dev.kiln.lang.Tensor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Kernels with a fault each, launched as generated launchers launch: what a tool of
 * compute-sanitizer has to report, so that its silence elsewhere means something.
 */
final class PlantedFaults {

  /** The tools that a fault is planted for, in the order of the variants. */
  static final List<String> TOOLS = List.of("memcheck", "racecheck", "synccheck");

  private static final String MANIFEST =
      """
      artifact.cuda-sm_80=cuda-sm_80.ptx
      kernel=pkg.Planted.fault
      kiln.version=0
      launcher=pkg.FaultKernel
      param.0=y tensor f32 1 write n
      variant.0.constants=
      variant.0.sm_80.threads=1
      variant.0.targets=cuda
      variant.1.constants=
      variant.1.sm_80.threads=64
      variant.1.targets=cuda
      variant.2.constants=
      variant.2.sm_80.threads=64
      variant.2.targets=cuda
      variants=3
      """;

  static final String PTX =
      """
      .version 7.0
      .target sm_80
      .address_size 64

      // Writes the element behind the last one.
      .visible .entry kiln_k0_sm_80(.param .align 8 .b8 args[48])
      {
        .reg .f32 %f<2>;
        .reg .b64 %rd<5>;
        ld.param.u64 %rd1, [args];
        ld.param.u64 %rd2, [args+8];
        shl.b64 %rd3, %rd2, 2;
        add.s64 %rd4, %rd1, %rd3;
        mov.f32 %f1, 0f3F800000;
        st.global.f32 [%rd4], %f1;
        ret;
      }

      // Reads what a thread of the other warp writes, without a barrier.
      .visible .entry kiln_k1_sm_80(.param .align 8 .b8 args[48])
      {
        .shared .align 4 .b8 tile[256];
        .reg .pred %p<2>;
        .reg .b32 %r<6>;
        .reg .f32 %f<2>;
        .reg .b64 %rd<2>;
        mov.u32 %r1, %tid.x;
        mov.u32 %r2, tile;
        shl.b32 %r3, %r1, 2;
        add.u32 %r4, %r2, %r3;
        st.volatile.shared.u32 [%r4], %r1;
        xor.b32 %r5, %r3, 128;
        add.u32 %r5, %r2, %r5;
        ld.volatile.shared.f32 %f1, [%r5];
        setp.ne.u32 %p1, %r1, 0;
        @%p1 bra DONE;
        ld.param.u64 %rd1, [args];
        st.global.f32 [%rd1], %f1;
      DONE:
        ret;
      }

      // Half of a warp waits for all threads of the block, the others go on. Those that end before
      // the barrier would be none that it waits for.
      .visible .entry kiln_k2_sm_80(.param .align 8 .b8 args[48])
      {
        .reg .pred %p<2>;
        .reg .b32 %r<2>;
        .reg .b64 %rd<2>;
        mov.u32 %r1, %tid.x;
        setp.lt.u32 %p1, %r1, 48;
        @!%p1 bra DONE;
        bar.sync 0;
      DONE:
        ld.param.u64 %rd1, [args];
        st.volatile.global.u32 [%rd1], 0;
        ret;
      }
      """;

  private PlantedFaults() {}

  /**
   * Runs the kernel with the fault that a tool looks for. Without the tool none of them fails.
   *
   * @param arguments the tool's name
   */
  public static void main(String[] arguments) {
    int variant = TOOLS.indexOf(arguments[0]);
    if (variant < 0) {
      throw new IllegalArgumentException("Expected one of " + TOOLS + ".");
    }
    CudaDevice device = Device.cuda();
    try (var y = device.tensor(F32, 1)) {
      launch(y, variant);
      device.synchronize();
    }
  }

  static void launch(Tensor<?> y, int variant) {
    Launch launch = launcher().begin();
    launch.tensor(0, y);
    launch.choose(variant);
    launch.run(1, 1, 1);
  }

  private static Launcher launcher() {
    Map<String, byte[]> files =
        Map.of("manifest.properties", bytes(MANIFEST), "cuda-sm_80.ptx", bytes(PTX));
    return new Launcher(new KernelInfo(new Resources("pkg.Planted", "fault", files::get)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
