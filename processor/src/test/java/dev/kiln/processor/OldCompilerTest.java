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
 * A compiler that runs on a JDK before 25 and reads class files of 25, as Eclipse's does. (Such a
 * javac refuses {@code --release 25}, or the language's class files, in its own words.)
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

  @Test
  void anOlderCompilerSaysOneClearSentence() throws IOException, InterruptedException {
    Path java = older();
    assumeTrue(java != null, "no older Java on this machine");
    Path source = folder.resolve("Old.java");
    Files.writeString(source, KERNEL);
    Process ecj =
        new ProcessBuilder(
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
                    source.toString()))
            .redirectErrorStream(true)
            .start();
    String output = new String(ecj.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    ecj.waitFor();
    assertTrue(
        output.contains(
            "[KILN0001] Kiln compiles kernels with JDK 25 or newer, and this compiler is"),
        output);
    assertEquals(1, output.lines().filter(line -> line.contains("ERROR")).count(), output);
  }
}
