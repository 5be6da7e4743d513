package dev.kiln.runtime.cuda;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a CUDA driver and for the presets that call it, from what needs least to what needs
 * most, and says what is missing.
 */
public final class DriverSearch {

  private static final String PRESETS = "org.bytedeco:cuda:13.1-9.19-1.5.13";
  private static final String RUNTIME_LIBRARY = "libcudart.so.13";
  private static final List<String> LINUX = List.of("linux-x86_64", "linux-aarch64");

  private final String platform;

  /**
   * A search.
   *
   * @param platform operating system and architecture, for example {@code linux-x86_64}
   */
  public DriverSearch(String platform) {
    this.platform = platform;
  }

  /** What a search found. */
  public sealed interface Result {}

  /** A driver that can be used. */
  public record Found(Driver driver) implements Result {}

  /**
   * No driver that can be used.
   *
   * @param reason one sentence on what is missing and one on how to get it
   */
  public record Missing(String reason) implements Result {}

  /** Searches this machine. */
  public Result search() {
    if (!LINUX.contains(platform)) {
      return new Missing("CUDA runs on %s here, not on %s.".formatted(LINUX, platform));
    }
    @Nullable SymbolLookup library = library("libcuda.so.1");
    if (library == null) {
      return new Missing(
          "There is no NVIDIA driver: libcuda.so.1 is not found. Install the driver of the GPU"
              + " (https://www.nvidia.com/drivers); the CUDA toolkit is not needed.");
    }
    @Nullable String shortcoming = shortcoming(library);
    return shortcoming == null ? presets(library) : new Missing(shortcoming);
  }

  /** What a driver lacks, or null. */
  static @Nullable String shortcoming(SymbolLookup library) {
    int version = version(library);
    for (String symbol : DriverFunction.ALWAYS) {
      if (library.find(symbol).isEmpty()) {
        return ("The NVIDIA driver is too old: it serves CUDA %s and lacks %s. Install one that"
                + " serves CUDA %s or newer.")
            .formatted(
                DriverFunction.text(version), symbol, DriverFunction.text(DriverFunction.OLDEST));
      }
    }
    return null;
  }

  /** The driver of a library that has what is needed, through the presets. */
  Result presets(SymbolLookup library) {
    try {
      if (needsStub()) {
        loadStub();
      }
      var driver = new PresetDriver(library);
      driver.initialize();
      return new Found(driver);
    } catch (DriverException e) {
      return new Missing(
          "The NVIDIA driver does not start: %s returned error %d. %s"
              .formatted(e.call(), e.code(), DriverError.of(e.code()).cure()));
    } catch (NoClassDefFoundError e) {
      return new Missing(
          ("The JavaCPP presets for CUDA are not on the class path (%s). Add %s and its natives,"
                  + " classifier %s.")
              .formatted(e.getMessage(), PRESETS, platform));
    } catch (UnsatisfiedLinkError e) {
      return new Missing(
          ("The natives of the JavaCPP presets for CUDA cannot be loaded (%s). Add %s with"
                  + " classifier %s.")
              .formatted(e.getMessage(), PRESETS, platform));
    } catch (IOException e) {
      return new Missing(
          ("A library could not be written to Java's temporary folder (%s). Name another with"
                  + " -Djava.io.tmpdir.")
              .formatted(e.getMessage()));
    }
  }

  /** Whether neither the system nor the class path has the CUDA runtime library. */
  private boolean needsStub() {
    boolean onClassPath =
        DriverSearch.class.getResource("/org/bytedeco/cuda/" + platform + "/" + RUNTIME_LIBRARY)
            != null;
    return !onClassPath && library(RUNTIME_LIBRARY) == null;
  }

  @SuppressWarnings("restricted")
  private void loadStub() throws IOException {
    int machine = platform.endsWith("x86_64") ? 62 : 183;
    Path file = Files.createTempFile("kiln-", ".so");
    try {
      Files.write(file, StubLibrary.bytes(RUNTIME_LIBRARY, machine));
      System.load(file.toString());
    } finally {
      // Linux keeps the bytes of a mapped file until it is unmapped.
      Files.delete(file);
    }
  }

  @SuppressWarnings("restricted")
  private static @Nullable SymbolLookup library(String name) {
    try {
      return SymbolLookup.libraryLookup(name, Arena.global());
    } catch (IllegalArgumentException _) {
      return null;
    }
  }

  /** Every driver has this function, and it may be called before all others. */
  @SuppressWarnings("restricted")
  private static int version(SymbolLookup library) {
    try (var arena = Arena.ofConfined()) {
      MemorySegment version = arena.allocate(ValueLayout.JAVA_INT);
      int result =
          (int)
              Linker.nativeLinker()
                  .downcallHandle(
                      library.findOrThrow("cuDriverGetVersion"),
                      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS))
                  .invokeExact(version);
      return result == 0 ? version.get(ValueLayout.JAVA_INT, 0) : 0;
    } catch (Throwable e) {
      throw new AssertionError("A native call threw.", e);
    }
  }
}
