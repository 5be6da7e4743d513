package dev.kiln.testkit.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users of Maven see, which shows no source of its own: the message has the line. */
final class MavenTest {
  private static final String KERNELS =
      """
      package t;

      import static dev.kiln.lang.Tile.*;

      import dev.kiln.lang.*;

      class Wrong {
        static final int SIZE = 64;

        @TileFunction
        static void scale(FloatTensor<F32> tile) {
          parallel(SIZE, SIZE, (i, j) -> tile.set(i, j, 2f * tile.get(j)));
        }

        @TileKernel
        static void wrong(@Dims("m, n") FloatTensor<F32> a, @Dims("m, n") FloatTensor<F32> b) {
          grid(ceilDiv(a.dim(1), SIZE), ceilDiv(a.dim(0), SIZE), (x, y) -> {
            var tile = shared(F32, SIZE, SIZE);
            copy(a.at(y * SIZE, x * SIZE, 0), tile);
            scale(tile);
            copy(tile, b.at(y * SIZE, x * SIZE));
          });
        }
      }
      """;

  @TempDir Path folder;

  /** What Maven says from its first line about a compilation on. */
  private String compile(String more) throws IOException, InterruptedException {
    Installed.source(folder, "main/java/t/Wrong.java", KERNELS);
    return output(more, "", "--quiet")
        .dropWhile(line -> !line.contains("COMPILATION ERROR"))
        .takeWhile(line -> !line.contains("Failed to execute goal"))
        .collect(Collectors.joining("\n"));
  }

  /** The lines that Maven prints. */
  private Stream<String> output(String more, String arguments, String flag)
      throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("pom.xml"),
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>example</groupId>
          <artifactId>wrong</artifactId>
          <version>1</version>
          <properties>
            <maven.compiler.release>25</maven.compiler.release>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          </properties>
          <build>
            <plugins>
              <plugin>
                <artifactId>maven-compiler-plugin</artifactId>
                <version>3.16.0</version>
                <configuration>
                  %s
                  <compilerArgs>
                    <arg>-classpath</arg>
                    <arg>%s</arg>
                    <arg>-processorpath</arg>
                    <arg>%s</arg>
                    %s
                  </compilerArgs>
                </configuration>
              </plugin>
            </plugins>
          </build>
        </project>
        """
            .formatted(
                more,
                Installed.path(Installed.LANGUAGE),
                Installed.path(Installed.PROCESSOR),
                arguments));
    Installed.Run maven =
        Installed.run(
            folder,
            List.of(
                System.getProperty("kiln.maven", "") + "/bin/mvn",
                "--offline",
                "--batch-mode",
                flag,
                "-Dmaven.repo.local=" + System.getProperty("kiln.maven.repository"),
                "org.apache.maven.plugins:maven-compiler-plugin:3.16.0:compile"));
    return maven
        .output()
        .lines()
        // Some terminals' settings come even where no colour is asked for.
        .map(line -> line.replaceAll("\u001b\\[[0-9;]*m", ""))
        .map(line -> line.replace(folder + "/src/main/java/", ""));
  }

  private static final String SEEN =
      """
      [ERROR] COMPILATION ERROR :\s
      [ERROR] t/Wrong.java:[12,60] [KILN1205] The rank of 'tile' is 2, and the number of indices \
      here is 1.
          Give one index for each dimension.
          'tile' is made here, as f32[64, 64]. (Wrong.java:18:18)
          inlined at Wrong.java:20:7
                parallel(SIZE, SIZE, (i, j) -> tile.set(i, j, 2f * tile.get(j)));
                                                                   ^^^^^^^^^^^
      [ERROR] t/Wrong.java:[19,13] [KILN1205] The rank of 'a' is 2, and the number of indices here \
      is 3.
          Give one index for each dimension.
          Its dimensions are named here. (Wrong.java:16:27)
                  copy(a.at(y * SIZE, x * SIZE, 0), tile);
                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^""";

  @Test
  void linesAndCallsAreInTheMessage() throws IOException, InterruptedException {
    assertEquals(SEEN, compile(""));
  }

  @Test
  void alsoOfACompilerThatMavenForks() throws IOException, InterruptedException {
    assertEquals(SEEN, compile("<fork>true</fork>"));
  }

  private static final String RIGHT =
      """
      package t;

      import static dev.kiln.lang.Tile.*;

      import dev.kiln.lang.*;

      class Right {
        %s@TileKernel
        static void right(@Dims("n") FloatTensor<F32> a) {
          grid(ceilDiv(a.dim(0), 64), x -> {
            var tile = shared(F32, 64);
            clear(tile);
            copy(tile, a.at(x * 64));
          });
        }
      }
      """;

  /** What is said of places in the kernel, by Maven's level, line and column. */
  private List<String> places(String annotation, String... arguments)
      throws IOException, InterruptedException {
    Installed.source(folder, "main/java/t/Right.java", RIGHT.formatted(annotation));
    String given =
        Arrays.stream(arguments).map("<arg>%s</arg>"::formatted).collect(Collectors.joining());
    // Warnings and notes come where they are found and, of warnings, in a list at the end.
    return output("<showWarnings>true</showWarnings>", given, "--no-transfer-progress")
        .filter(line -> line.contains("[KILN"))
        .map(line -> line.replaceFirst(": .*", ":"))
        .distinct()
        .toList();
  }

  @Test
  void explanationsAreNotesAtTheirPlaces() throws IOException, InterruptedException {
    assertEquals(List.of(), places(""));
    assertEquals(
        List.of(
            "[INFO] t/Right.java:[9,15] [KILN3003] For cpu:x86-64-v3:",
            "[INFO] t/Right.java:[11,18] [KILN3003] For cpu:x86-64-v3:",
            "[INFO] t/Right.java:[12,7] [KILN3003] For cpu:x86-64-v3:",
            "[INFO] t/Right.java:[13,7] [KILN3003] For cpu:x86-64-v3:"),
        places("", "-Akiln.explain", "-Akiln.targets=cpu:x86-64-v3"));
  }

  /** Stands for NVIDIA's: takes what it is given, and says that a register is spilled. */
  private static final String ASSEMBLER =
      """
      #!/bin/sh
      echo "ptxas info    : Compiling entry function 'kiln_k0_sm_80' for 'sm_80'"
      echo "    0 bytes stack frame, 24 bytes spill stores, 24 bytes spill loads"
      touch "$5"
      """;

  @Test
  void warningsAreTurnedOffOneByOne() throws IOException, InterruptedException {
    Path assembler = folder.resolve("ptxas");
    Files.writeString(assembler, ASSEMBLER);
    assertTrue(assembler.toFile().setExecutable(true));
    String[] options = {"-Akiln.targets=cuda:sm_80", "-Akiln.ptxas=" + assembler};
    assertEquals(
        List.of(
            "[WARNING] t/Right.java:[9,15] [KILN1602] The code for cuda:sm_80 keeps 24 bytes of a"
                + " thread's registers in memory."),
        places("", options));
    assertEquals(List.of(), places("@SuppressWarnings(\"KILN1602\") ", options));
    assertEquals(1, places("@SuppressWarnings(\"KILN1603\") ", options).size());
  }
}
