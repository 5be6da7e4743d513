package dev.kiln.codegen.llvm.worker;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive of classes makes workers quick, and nothing that is wrong with it makes them fail.
 */
final class ArchiveTest {
  private static final Request REQUEST =
      Request.sharedLibrary(
          List.of(
              new ModuleText(
                  "test.ll", "define i32 @f() #0 { ret i32 1 }\nattributes #0 = { nounwind }")));

  @TempDir Path folder;

  private WorkerSettings settings;
  private Path file;

  /** Archives hold classes of jars only, so ours are put into one. */
  @BeforeEach
  void putClassesIntoJars() throws IOException, WorkerException {
    WorkerSettings plain = WorkerSettings.of(ArchiveTest.class.getClassLoader());
    List<String> jars = new ArrayList<>();
    for (String root : plain.classPath().split(File.pathSeparator)) {
      Path path = Path.of(root);
      jars.add((Files.isDirectory(path) ? jar(path, jars.size()) : path).toString());
    }
    settings =
        new WorkerSettings(
            plain.java(),
            plain.mainClass(),
            String.join(File.pathSeparator, jars),
            plain.temporary(),
            plain.cache(),
            folder.resolve("archives"),
            WorkerLimits.GENEROUS);
    file = Objects.requireNonNull(Archive.of(settings).file());
  }

  private Path jar(Path classes, int number) throws IOException {
    Path jar = folder.resolve("classes" + number + ".jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(each).toString()));
        Files.copy(each, entries);
        entries.closeEntry();
      }
    }
    return jar;
  }

  /** Runs a request in a fresh worker, and waits until that has ended. */
  private byte[] run() throws WorkerException, InterruptedException, IOException {
    Child child = Child.start(settings, Archive.of(settings));
    byte[] library = Pending.send(settings, Wire.encode(REQUEST), child).await();
    child.input().close();
    assertTrue(child.process().waitFor(Duration.ofMinutes(3)), "the worker does not end");
    return library;
  }

  @Test
  void theFirstWorkerLeavesOneAndTheNextUsesIt() throws Exception {
    byte[] first = run();
    assertTrue(Files.exists(file), () -> "no archive: " + log());
    assertEquals(List.of("-XX:AOTCache=" + file), Archive.of(settings).options());
    byte[] made = Files.readAllBytes(file);
    assertArrayEquals(first, run());
    // Still there: the JVM has accepted it. Nothing half-made lies beside it.
    assertArrayEquals(made, Files.readAllBytes(file));
    assertEquals(
        List.of(file.getFileName().toString(), file.getFileName() + ".lock"),
        names(folder.resolve("archives")));
  }

  @Test
  void aNewOneTakesThePlaceOfThoseLongUnused() throws Exception {
    Path archives = Files.createDirectories(file.getParent());
    Files.writeString(archives.resolve("notes.txt"), "not ours");
    for (int age = 1; age <= 6; age++) {
      Instant then = Instant.now().minus(Duration.ofDays(age));
      for (String ending : List.of(".aot", ".aot.lock", ".aot.new.config")) {
        Path old = Files.createFile(archives.resolve("worker-" + age + ending));
        Files.setLastModifiedTime(old, FileTime.from(then));
      }
    }
    Path used = archives.resolve("worker-5.aot");
    Files.setLastModifiedTime(used, FileTime.from(Instant.now()));
    run();
    assertTrue(Files.exists(file), () -> "no archive: " + log());
    assertTrue(names(archives).contains("notes.txt"));
    assertEquals(
        Set.of("worker-1.aot", "worker-2.aot", "worker-5.aot", file.getFileName().toString()),
        names(archives).stream().filter(name -> name.endsWith(".aot")).collect(Collectors.toSet()));
    assertEquals(
        List.of(),
        names(archives).stream().filter(name -> name.matches("worker-[346].aot.*")).toList());
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private String log() {
    try {
      return Files.readString(file.resolveSibling(file.getFileName() + ".log"));
    } catch (IOException none) {
      return none.toString();
    }
  }

  @Test
  void aBrokenOneIsDoneWithoutAndRemoved() throws Exception {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "no archive at all");
    assertNotEquals(0, run().length);
    assertFalse(Files.exists(file));
  }

  @Test
  void halfOfOneIsDoneWithoutAndRemoved() throws Exception {
    byte[] first = run();
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    assertArrayEquals(first, run());
    assertFalse(Files.exists(file));
  }

  @Test
  void oneWithWrongBytesNeverFailsARequest() throws Exception {
    byte[] first = run();
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, bytes.length / 4, bytes.length, (byte) 0x5a);
    Files.write(file, bytes);
    Child child = Child.start(settings, Archive.of(settings));
    assertArrayEquals(first, Pending.send(settings, Wire.encode(REQUEST), child).await());
    child.process().destroyForcibly();
    // The worker may have crashed; its report is not left where the user works.
    try (Stream<Path> here = Files.list(Path.of("").toAbsolutePath())) {
      assertEquals(List.of(), here.filter(path -> path.toString().contains("hs_err")).toList());
    }
  }

  @Test
  void aChangedJarHasAnArchiveOfItsOwn() throws IOException {
    Path jar = Path.of(settings.classPath().split(File.pathSeparator)[0]);
    Files.write(jar, Arrays.copyOf(Files.readAllBytes(jar), (int) Files.size(jar) + 1));
    assertNotEquals(file, Archive.of(settings).file());
  }

  @Test
  void classesInFoldersHaveNone() throws WorkerException {
    WorkerSettings plain = WorkerSettings.of(ArchiveTest.class.getClassLoader());
    assertEquals(Archive.NONE, Archive.of(plain.withClassPath(folder.toString())));
  }
}
