package dev.kiln.benchmarks;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_nolapack;

/** The peer of the matrix products: OpenBLAS as its JavaCPP preset ships it, called directly. */
@SuppressWarnings("restricted") // a native library is called
final class OpenBlas {
  private static final int ROW_MAJOR = 101;
  private static final int NO_TRANSPOSE = 111;

  private final MethodHandle sgemm;

  /** Loads the library and sets the number of threads it uses. */
  OpenBlas(int threads) {
    File preset = new File(Loader.load(openblas_nolapack.class));
    File[] libraries =
        new File(preset.getParent())
            .listFiles((_, name) -> name.startsWith("libopenblas_nolapack.so"));
    if (libraries == null || libraries.length == 0) {
      throw new IllegalStateException("no libopenblas_nolapack.so beside the preset's library");
    }
    SymbolLookup library = SymbolLookup.libraryLookup(libraries[0].toPath(), Arena.global());
    Linker linker = Linker.nativeLinker();
    MethodHandle setThreads =
        linker.downcallHandle(
            library.findOrThrow("openblas_set_num_threads"), FunctionDescriptor.ofVoid(JAVA_INT));
    try {
      setThreads.invokeExact(threads);
    } catch (Throwable e) {
      throw new IllegalStateException("openblas_set_num_threads", e);
    }
    this.sgemm =
        linker.downcallHandle(
            library.findOrThrow("cblas_sgemm"),
            FunctionDescriptor.ofVoid(
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_FLOAT,
                ADDRESS,
                JAVA_INT,
                ADDRESS,
                JAVA_INT,
                JAVA_FLOAT,
                ADDRESS,
                JAVA_INT));
  }

  /** {@code c = a b}, row-major, all square of side {@code n}. */
  void multiply(int n, MemorySegment a, MemorySegment b, MemorySegment c) {
    try {
      sgemm.invokeExact(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, n, n, n, 1f, a, n, b, n, 0f, c, n);
    } catch (Throwable e) {
      throw new IllegalStateException("cblas_sgemm", e);
    }
  }
}
