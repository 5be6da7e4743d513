package dev.kiln.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.testing.compile.Compilation;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A worker that dies in the middle of a kernel is an error at that kernel, or none at all. */
final class CrashTest {
  private static final String KERNEL =
      """
      package t;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class Crash {
        @TileKernel
        static void crash(@Dims("n") FloatTensor<F32> a) {
          grid(ceilDiv(a.dim(0), 64), x -> parallel(64, i -> a.set(x * 64 + i, 1f)));
        }
        int wrong() {
          return "";
        }
      }
      """;

  private static final String CORRECT = KERNEL.replace("return \"\"", "return 0");

  /** Kills every worker of this JVM as soon as it is there. */
  private static Thread killer(AtomicBoolean enough) {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              while (!enough.get()) {
                ProcessHandle.current()
                    .children()
                    .filter(child -> child.info().command().orElse("").endsWith("/java"))
                    .forEach(ProcessHandle::destroyForcibly);
                LockSupport.parkNanos(1_000_000);
              }
            });
  }

  @Test
  void aWorkerThatAlwaysDiesIsAnErrorAtTheKernelAndHidesNoOther() throws InterruptedException {
    AtomicBoolean enough = new AtomicBoolean();
    Thread killer = killer(enough);
    Compilation compilation = Sources.compile(KERNEL);
    enough.set(true);
    killer.join();
    List<String> findings =
        Sources.findings(compilation).stream()
            .map(found -> found.line() + " " + found.message().split("[.:]", 2)[0])
            .toList();
    assertEquals(2, findings.size(), findings.toString());
    // It dies while it starts or later.
    assertTrue(findings.get(0).matches("6 \\[KILN000[67]\\].*"), findings.toString());
    assertEquals("10 incompatible types", findings.get(1));
  }

  @Test
  void aWorkerThatDiedIsReplacedForTheNextKernel() {
    assertThat(Sources.compile(CORRECT)).succeededWithoutWarnings();
    ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
    assertThat(Sources.compile(CORRECT)).succeededWithoutWarnings();
  }
}
