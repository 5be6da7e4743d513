package dev.kiln.runtime.cpu;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The shared library of a kernel, loaded for as long as the program runs.
 *
 * <p>It holds each variant at the x86-64 levels 2, 3 and 4; one level is chosen when it is loaded.
 */
public final class CpuLibrary {

  private final String kernel;
  private final SymbolLookup symbols;
  private final int level;

  private CpuLibrary(String kernel, SymbolLookup symbols, int wantedLevel) {
    this.kernel = kernel;
    this.symbols = symbols;
    this.level = choose(wantedLevel);
  }

  /**
   * Loads a library from its bytes.
   *
   * @param wantedLevel 2, 3 or 4, or 0 for the best that the machine has
   * @throws UnsupportedOperationException if the machine lacks the level
   */
  public static CpuLibrary load(String kernel, byte[] bytes, int wantedLevel) {
    try {
      Path file = Files.createTempFile("kiln-", ".so");
      try {
        Files.write(file, bytes);
        return new CpuLibrary(kernel, open(kernel, file), wantedLevel);
      } finally {
        // Linux keeps the bytes of a mapped file until it is unmapped.
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The library of kernel %s could not be written to the temporary folder."
              .formatted(kernel),
          e);
    }
  }

  @SuppressWarnings("restricted")
  private static SymbolLookup open(String kernel, Path file) {
    try {
      return SymbolLookup.libraryLookup(file, Arena.global());
    } catch (IllegalArgumentException e) {
      throw new UnsupportedOperationException(
          ("The library of kernel %s could not be loaded from %s; if that folder is mounted noexec,"
                  + " name another with -Djava.io.tmpdir.")
              .formatted(kernel, file.getParent()),
          e);
    }
  }

  /** The x86-64 level of the functions. */
  public int level() {
    return level;
  }

  /** The function of a variant. */
  public CpuFunction function(int variant, long scratchBytes, boolean prints) {
    return new CpuFunction(symbol("kiln_k" + variant + "_v" + level), scratchBytes, prints);
  }

  private int choose(int wanted) {
    int usable = usableLevel();
    if (usable == 0) {
      throw new UnsupportedOperationException(
          "Kernel %s needs a CPU of x86-64-v2 or above.".formatted(kernel));
    }
    if (wanted == 0) {
      return usable;
    }
    if (wanted < 2 || wanted > usable) {
      throw new UnsupportedOperationException(
          "Expected a level of the CPU from 2 to %d on this machine, found %d."
              .formatted(usable, wanted));
    }
    return wanted;
  }

  @SuppressWarnings("restricted")
  private int usableLevel() {
    var handle =
        Linker.nativeLinker()
            .downcallHandle(symbol("kiln_cpu_level"), FunctionDescriptor.of(ValueLayout.JAVA_INT));
    try {
      return (int) handle.invokeExact();
    } catch (Throwable e) {
      throw new AssertionError("A native call threw.", e);
    }
  }

  private MemorySegment symbol(String name) {
    return symbols
        .find(name)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "The library of kernel %s has no symbol %s.".formatted(kernel, name)));
  }
}
