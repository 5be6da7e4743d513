package dev.kiln.testkit.hosts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compilers that run at the same time do not disturb each other. */
final class TwoCompilersTest {
  private static final String KERNEL =
      """
      package t;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class Twice {
        @TileKernel
        static void twice(FloatTensor<F32> a) {
          grid(a.dim(0), x -> a.set(x, 2f * a.get(x)));
        }
      }
      """;

  @TempDir Path folder;

  /** The options of a compiler that finds no natives extracted by others. */
  private String freshNatives() {
    return "-J-Dorg.bytedeco.javacpp.cachedir=" + folder.resolve("natives");
  }

  private void compileAtOnce(List<Path> projects) throws IOException, InterruptedException {
    List<Process> compilers = new ArrayList<>();
    for (Path project : projects) {
      compilers.add(Installed.program(project, Installed.javac(project, freshNatives())).start());
    }
    for (Process compiler : compilers) {
      byte[] output = compiler.getInputStream().readAllBytes();
      assertEquals("", new String(output, StandardCharsets.UTF_8));
      assertEquals(0, compiler.waitFor());
    }
  }

  private Path project(String name) throws IOException {
    Path project = folder.resolve(name);
    Installed.source(project, "t/Twice.java", KERNEL);
    return project;
  }

  private static void assertSame(Map<String, byte[]> expected, Map<String, byte[]> found) {
    assertEquals(expected.keySet(), found.keySet());
    expected.forEach((file, bytes) -> assertArrayEquals(bytes, found.get(file), file));
  }

  @Test
  void theFirstTwoExtractTheNativesAndWriteTheSame() throws IOException, InterruptedException {
    Path first = project("first");
    Path second = project("second");
    compileAtOnce(List.of(first, second));
    Map<String, byte[]> files = Installed.files(first.resolve("out"));
    assertTrue(
        files.containsKey("META-INF/kiln/t.Twice/twice/cpu-linux-x86_64.so"),
        files.keySet().toString());
    assertSame(files, Installed.files(second.resolve("out")));
    try (Stream<Path> natives = Files.walk(folder.resolve("natives"))) {
      assertEquals(
          1,
          natives.filter(file -> file.endsWith("libLLVM.so")).filter(Files::isRegularFile).count());
    }
    // The same folder, too, ends with what either would have written.
    compileAtOnce(List.of(first, first, first));
    assertSame(files, Installed.files(first.resolve("out")));
  }
}
