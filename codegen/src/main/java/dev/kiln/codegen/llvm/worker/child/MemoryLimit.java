package dev.kiln.codegen.llvm.worker.child;

import dev.kiln.codegen.llvm.worker.WorkerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends this process when it holds more memory than it may. The JVM sees to its own heap; most of
 * what a child takes is LLVM's.
 *
 * @param mebibytes of resident memory
 */
record MemoryLimit(long mebibytes) {
  private static final Path STATM = Path.of("/proc/self/statm");
  private static final long PAGES_A_MEBIBYTE = 256;
  private static final long GLANCE_NANOS = 50_000_000;

  /** Looks now and then, on a thread of its own. */
  void watch() {
    Thread.ofPlatform().daemon().name("kiln-memory").start(this::look);
  }

  private void look() {
    try {
      while (resident() <= mebibytes) {
        LockSupport.parkNanos(GLANCE_NANOS);
      }
    } catch (IOException notLinux) {
      return;
    }
    Runtime.getRuntime().halt(WorkerSettings.OUT_OF_MEMORY);
  }

  private static long resident() throws IOException {
    return Long.parseLong(Files.readString(STATM).split(" ", 3)[1]) / PAGES_A_MEBIBYTE;
  }
}
