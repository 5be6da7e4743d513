package dev.kiln.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compilers on a JDK before 25: Eclipse's, which reads class files of 25 and asks the processor,
 * and javac, which would stop at such a file.
 */
final class OldCompilerTest {
  private static final String KERNEL =
      """
      package t;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class Old {
        @TileKernel
        static void old(FloatTensor<F32> a) {
          grid(a.dim(0), x -> a.set(x, 1f));
        }
      }
      """;

  @TempDir Path folder;

  /** A Java of an older release; null when this machine has none. */
  private static @Nullable Path older() throws IOException {
    Path all = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(all)) {
      return null;
    }
    try (Stream<Path> homes = Files.list(all)) {
      return homes
          .filter(home -> home.getFileName().toString().matches(".*\\b(17|21|22|23|24)\\b.*"))
          .map(home -> home.resolve("bin/java"))
          .filter(Files::isExecutable)
          .sorted()
          .findFirst()
          .orElse(null);
    }
  }

  private static String path(String part) {
    return Arrays.stream(System.getProperty("java.class.path").split(":"))
        .filter(entry -> entry.contains(part))
        .collect(Collectors.joining(":"));
  }

  private record Run(int status, String output) {}

  private static Run run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(process.waitFor(), output);
  }

  /** Compiles with the javac beside an older Java. */
  private Run javac(Path java, String text) throws IOException, InterruptedException {
    Path javac = java.resolveSibling("javac");
    assumeTrue(Files.isExecutable(javac), "no older javac on this machine");
    Path source = folder.resolve("Old.java");
    Files.writeString(source, text);
    return run(
        List.of(
            javac.toString(),
            "-cp",
            path("annotations"),
            "-processorpath",
            path("processor"),
            "-d",
            folder.resolve("out").toString(),
            source.toString()));
  }

  @Test
  void anOlderJavacSaysOneClearSentence() throws IOException, InterruptedException {
    Path java = older();
    assumeTrue(java != null, "no older Java on this machine");
    Run javac = javac(java, KERNEL);
    assertEquals(
        """
        Old.java:2: error: [KILN0001] Kiln compiles kernels with JDK 25 or newer, \
        and this compiler is version NN.
        import static dev.kiln.lang.Tile.*;
                              ^
            Run the build on a newer JDK, for example by setting JAVA_HOME.
        1 error
        """,
        javac
            .output()
            .replace(folder + "/", "")
            .replaceAll("compiler is version \\d+\\.", "compiler is version NN."));
    assertEquals(1, javac.status());
  }

  @Test
  void anOlderJavacCompilesWhatNamesNoKernel() throws IOException, InterruptedException {
    Path java = older();
    assumeTrue(java != null, "no older Java on this machine");
    Run javac = javac(java, "class Old { String dev = \"dev.kiln.lang\"; }");
    assertEquals("", javac.output());
    assertEquals(0, javac.status());
    assertTrue(Files.exists(folder.resolve("out/Old.class")));
  }

  @Test
  void anOlderCompilerSaysOneClearSentence() throws IOException, InterruptedException {
    Path java = older();
    assumeTrue(java != null, "no older Java on this machine");
    Path source = folder.resolve("Old.java");
    Files.writeString(source, KERNEL);
    Run ecj =
        run(
            List.of(
                java.toString(),
                "-cp",
                path("/ecj-"),
                "org.eclipse.jdt.internal.compiler.batch.Main",
                "-25",
                "--system",
                System.getProperty("java.home"),
                "-cp",
                path("annotations"),
                "-processorpath",
                path("processor"),
                "-d",
                folder.resolve("out").toString(),
                source.toString()));
    assertTrue(
        ecj.output()
            .contains(
                "[KILN0001] Kiln compiles kernels with JDK 25 or newer, and this compiler is"),
        ecj.output());
    assertEquals(1, ecj.output().lines().filter(line -> line.contains("ERROR")).count());
  }
}
