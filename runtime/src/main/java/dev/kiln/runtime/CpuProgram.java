package dev.kiln.runtime;

import dev.kiln.runtime.cpu.CpuFunction;
import dev.kiln.runtime.cpu.CpuLibrary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kernel's library for the CPU, with one function a variant at one level.
 *
 * <p>Variants that do not serve the CPU have no function; {@link Launch#choose} never chooses them.
 */
final class CpuProgram implements Program {

  private final @Nullable CpuFunction[] functions;

  private CpuProgram(@Nullable CpuFunction[] functions) {
    this.functions = functions;
  }

  static CpuProgram load(KernelInfo info, int level) {
    @Nullable String file = info.artifacts().get("cpu");
    if (file == null) {
      throw new UnsupportedOperationException(
          "Kernel %s has no binary for the CPU; it was compiled for %s."
              .formatted(info.kernel(), info.artifacts().keySet()));
    }
    String platform = Settings.READ.platform();
    if (!file.startsWith("cpu-" + platform + ".")) {
      throw new UnsupportedOperationException(
          "Kernel %s has %s, which does not run on %s.".formatted(info.kernel(), file, platform));
    }
    byte @Nullable [] bytes = info.resources().bytes(file);
    if (bytes == null) {
      throw new IllegalStateException(
          "Kernel %s lacks the resource %s that its manifest names."
              .formatted(info.kernel(), file));
    }
    CpuLibrary library = CpuLibrary.load(info.kernel(), bytes, level);
    List<KernelInfo.Variant> variants = info.variants();
    var functions = new CpuFunction[variants.size()];
    for (KernelInfo.Variant variant : variants) {
      if (variant.targets().contains("cpu")) {
        long scratch =
            variant.resources().getOrDefault("v" + library.level() + ".scratchBytes", 0L);
        functions[variant.index()] = library.function(variant.index(), scratch);
      }
    }
    return new CpuProgram(functions);
  }

  @Override
  public int run(Launch launch, Device device, int variant, long blocks) {
    @Nullable CpuFunction function = functions[variant];
    if (function == null || !(device instanceof CpuDevice cpu)) {
      throw new IllegalStateException("Variant " + variant + " does not serve " + device + ".");
    }
    return cpu.pool().run(launch.work(), function, launch.argumentsAddress(), blocks);
  }
}
