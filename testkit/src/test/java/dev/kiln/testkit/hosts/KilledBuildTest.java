package dev.kiln.testkit.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A compiler that is killed leaves nothing that a later build or a program would trust. */
final class KilledBuildTest {
  private static final String KERNEL =
      """
      package t;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class Killed {
        @TileKernel
        @Variant("n=32")
        @Variant("n=64")
        static void killed(@Dims("m") FloatTensor<F32> a, @Const int n) {
          grid(ceilDiv(a.dim(0), n), x -> parallel(n, i -> a.set(x * n + i, 1f)));
        }
      }
      """;

  private static final String EDITED =
      KERNEL.replace("1f", "2f").replace("n=64", "n=128").replace("\"m\"", "\"rows\"");

  private static final String RESOURCES = "META-INF/kiln/t.Killed/killed/";
  private static final String MANIFEST = RESOURCES + "manifest.properties";
  private static final int CLOCK_MILLIS = 20;
  private static final int MOMENTS = 8;

  @TempDir Path folder;

  private Path project(String name, String kernel) throws IOException {
    Path project = folder.resolve(name);
    Installed.source(project, "t/Killed.java", kernel);
    return project;
  }

  private List<String> command(Path project) throws IOException {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    return Installed.javac(project, "-J-Djava.io.tmpdir=" + temporary);
  }

  private Map<String, byte[]> build(Path project) throws IOException, InterruptedException {
    assertEquals(new Installed.Run(0, ""), Installed.run(project, command(project)));
    return Installed.files(project.resolve("out"));
  }

  /** Kills a compiler as soon as it has written so many files; whether it was still there. */
  private boolean killWhenWritten(Path project, int files)
      throws IOException, InterruptedException {
    Thread.sleep(CLOCK_MILLIS);
    long start = System.currentTimeMillis();
    Process compiler = Installed.program(project, command(project)).start();
    while (compiler.isAlive() && written(project, start) < files) {
      LockSupport.parkNanos(200_000);
    }
    boolean isRunning = compiler.isAlive();
    compiler.destroyForcibly();
    return compiler.waitFor() != 0 && isRunning;
  }

  /** How many files are newer than {@code start}. */
  private static long written(Path project, long start) throws IOException {
    try (Stream<Path> files = Files.walk(project.resolve("out/META-INF"))) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toFile().lastModified() >= start)
          .count();
    }
  }

  private static void restore(Map<String, byte[]> build, Path out) throws IOException {
    for (Map.Entry<String, byte[]> file : build.entrySet()) {
      Path path = out.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
  }

  private static boolean isOf(Map<String, byte[]> build, Map<String, byte[]> found) {
    return build.entrySet().stream()
        .filter(file -> file.getKey().startsWith(RESOURCES))
        .allMatch(file -> Arrays.equals(file.getValue(), found.get(file.getKey())));
  }

  @Test
  void noMomentLeavesAManifestOfHalfWrittenFiles() throws IOException, InterruptedException {
    Map<String, byte[]> older = build(project("older", KERNEL));
    Map<String, byte[]> newer = build(project("newer", EDITED));
    long resources = newer.keySet().stream().filter(file -> file.startsWith(RESOURCES)).count();
    Path project = project("project", EDITED);
    int killed = 0;
    for (int moment = 0; moment < MOMENTS; moment++) {
      restore(older, project.resolve("out"));
      killed += killWhenWritten(project, (int) (1 + moment * resources / MOMENTS)) ? 1 : 0;
      Map<String, byte[]> left = Installed.files(project.resolve("out"));
      if (left.get(MANIFEST).length > 0) {
        assertTrue(isOf(older, left) || isOf(newer, left), "after " + moment);
      }
    }
    assertNotEquals(0, killed);
    assertTrue(isOf(newer, build(project)));
  }

  @Test
  void theWorkerOfAKilledCompilerEnds() throws IOException, InterruptedException {
    Path project = project("project", KERNEL);
    Process compiler = Installed.program(project, command(project)).start();
    List<ProcessHandle> workers = List.of();
    while (workers.isEmpty()) {
      assertTrue(compiler.isAlive(), "it has had no worker");
      LockSupport.parkNanos(1_000_000);
      workers = compiler.descendants().toList();
    }
    compiler.destroyForcibly().waitFor();
    for (ProcessHandle worker : workers) {
      // An archive of its classes may be due.
      worker.onExit().orTimeout(3, TimeUnit.MINUTES).join();
    }
  }
}
