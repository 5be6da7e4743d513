package dev.kiln.runtime;

import dev.kiln.runtime.cuda.DriverError;
import dev.kiln.runtime.cuda.DriverException;
import dev.kiln.runtime.cuda.DriverFunction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A kernel on a CUDA device: one module for each architecture that a variant needs, loaded when
 * such a variant is first launched; machine code where there is some, else PTX, which the driver
 * compiles.
 */
final class CudaProgram {

  /** Up to here a function has its dynamic shared memory without asking. */
  private static final int GIVEN_SHARED_BYTES = 48 << 10;

  private final KernelInfo kernel;
  private final CudaContext context;
  private final long trapWord;
  private final Map<String, Long> modules = new HashMap<>();
  private final Map<String, Long> functions = new HashMap<>();

  private CudaProgram(KernelInfo kernel, CudaContext context) {
    this.kernel = kernel;
    this.context = context;
    this.trapWord = trapWord(kernel, context);
  }

  private static long trapWord(KernelInfo kernel, CudaContext context) {
    try {
      context.makeCurrent();
      return context.traps().add(kernel);
    } catch (DriverException e) {
      throw context.failure(e, "while loading " + kernel.kernel());
    }
  }

  /** A device as a key. */
  record Key(CudaDevice device) implements ProgramKey<CudaProgram> {

    @Override
    public CudaProgram load(KernelInfo kernel) {
      return new CudaProgram(kernel, device.context());
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && key.device == device;
    }

    @Override
    public int hashCode() {
      return device.ordinal();
    }
  }

  /** The best architecture of a variant for a device; null if it was compiled for none. */
  static @Nullable CudaArchitecture architecture(
      KernelInfo kernel, KernelInfo.Variant variant, int capability) {
    List<CudaArchitecture> compiled =
        CudaCode.architectures(kernel.manifest().entries(variant.index()));
    return CudaArchitecture.best(compiled, capability);
  }

  /** The entry point of a variant that runs here. */
  CudaCode code(int variant) {
    @Nullable CudaArchitecture best =
        architecture(kernel, kernel.variants().get(variant), context.device().capability());
    return CudaCode.of(variant, Objects.requireNonNull(best), kernel.manifest().entries(variant));
  }

  KernelInfo kernel() {
    return kernel;
  }

  CudaContext context() {
    return context;
  }

  /** The device address of the word that the kernel sets when it stops. */
  long trapWord() {
    return trapWord;
  }

  /** The function of an entry point, loaded now if it is the first time. */
  synchronized long function(CudaCode code) {
    @Nullable Long known = functions.get(code.symbol());
    if (known != null) {
      return known;
    }
    long module = module(code.architecture());
    long function = find(code.symbol(), module);
    allowSharedMemory(code, function);
    functions.put(code.symbol(), function);
    return function;
  }

  private long find(String symbol, long module) {
    try {
      context.makeCurrent();
      return context.driver().function(module, symbol);
    } catch (DriverException e) {
      throw context.failure(e, "while looking for %s of %s".formatted(symbol, kernel.kernel()));
    }
  }

  private void allowSharedMemory(CudaCode code, long function) {
    if (code.sharedBytes() <= GIVEN_SHARED_BYTES) {
      return;
    }
    CudaDevice device = context.device();
    if (code.sharedBytes() > device.sharedBytes()) {
      throw new LaunchException(
          ("Kernel %s needs %d bytes of shared memory a block (%s), and %s has %d. Launch a variant"
                  + " with smaller tiles or fewer stages, or add one.")
              .formatted(
                  kernel.kernel(),
                  code.sharedBytes(),
                  code.symbol(),
                  device.description(),
                  device.sharedBytes()));
    }
    try {
      context.makeCurrent();
      context.driver().allowSharedMemory(function, code.sharedBytes());
    } catch (DriverException e) {
      throw context.failure(
          e,
          "while asking for %d bytes of shared memory for %s"
              .formatted(code.sharedBytes(), kernel.kernel()));
    }
  }

  private long module(CudaArchitecture architecture) {
    @Nullable Long known = modules.get(architecture.name());
    if (known != null) {
      return known;
    }
    long loaded = load(architecture);
    modules.put(architecture.name(), loaded);
    return loaded;
  }

  private long load(CudaArchitecture architecture) {
    Map<String, String> artifacts = kernel.artifacts();
    String name = "cuda-" + architecture;
    @Nullable String cubin = artifacts.get(name + ".cubin");
    if (cubin != null && architecture.isNativeTo(context.device().capability())) {
      byte[] image = kernel.resources().required(cubin);
      return load(cubin, image);
    }
    @Nullable String ptx = artifacts.get(name);
    if (ptx == null) {
      throw new UnsupportedOperationException(
          "Kernel %s has no PTX for %s, which %s needs."
              .formatted(kernel.kernel(), architecture, context.device().description()));
    }
    return loadPtx(ptx);
  }

  private long load(String file, byte[] image) {
    try {
      context.makeCurrent();
      return context.driver().loadModule(image);
    } catch (DriverException e) {
      throw context.failure(
          withVersion(e, image),
          "while loading %s of %s on %s"
              .formatted(file, kernel.kernel(), context.device().description()));
    }
  }

  /** The driver takes PTX as a text with a zero at its end. */
  private long loadPtx(String file) {
    byte[] text = kernel.resources().required(file);
    return load(file, Arrays.copyOf(text, text.length + 1));
  }

  /** Says of PTX that is too new for the driver which versions these are. */
  private DriverException withVersion(DriverException error, byte[] image) {
    if (error.code() != DriverError.UNSUPPORTED_PTX_VERSION.code()) {
      return error;
    }
    Matcher version =
        Pattern.compile("(?m)^\\.version (\\S+)")
            .matcher(new String(image, StandardCharsets.UTF_8));
    if (!version.find()) {
      return error;
    }
    return new DriverException(
        error.code(),
        error.call(),
        "The PTX is of version %s; the driver serves CUDA %s.\n%s"
            .formatted(
                version.group(1), DriverFunction.text(context.driver().version()), error.log())
            .strip());
  }
}
