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
final class CpuProgram {

  private final KernelInfo kernel;
  private final @Nullable CpuFunction[] functions;

  private CpuProgram(KernelInfo kernel, @Nullable CpuFunction[] functions) {
    this.kernel = kernel;
    this.functions = functions;
  }

  /**
   * The level of a CPU as a key.
   *
   * @param number 2, 3 or 4, or 0 for the highest that the machine has
   */
  record Level(int number) implements ProgramKey<CpuProgram> {

    @Override
    public CpuProgram load(KernelInfo kernel) {
      return CpuProgram.load(kernel, number);
    }
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
    byte[] bytes = info.resources().required(file);
    CpuLibrary library = CpuLibrary.load(info.kernel(), bytes, level);
    List<KernelInfo.Variant> variants = info.variants();
    var functions = new CpuFunction[variants.size()];
    for (KernelInfo.Variant variant : variants) {
      if (variant.targets().contains("cpu")) {
        String tag = "v" + library.level();
        long scratch = variant.resources().getOrDefault(tag + ".scratchBytes", 0L);
        boolean prints = info.manifest().entries(variant.index()).containsKey(tag + ".prints");
        functions[variant.index()] = library.function(variant.index(), scratch, prints);
      }
    }
    return new CpuProgram(info, functions);
  }

  /** The function of a variant that serves the CPU. */
  CpuFunction function(int variant) {
    @Nullable CpuFunction function = functions[variant];
    if (function == null) {
      throw new IllegalStateException("Variant " + variant + " does not serve the CPU.");
    }
    return function;
  }

  /** What a launch that stopped throws. */
  KernelTrapException trap(int number) {
    return kernel.trap(number);
  }
}
