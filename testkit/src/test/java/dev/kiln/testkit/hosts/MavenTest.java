package dev.kiln.testkit.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
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

  private String compile(String more) throws IOException, InterruptedException {
    Installed.source(folder, "main/java/t/Wrong.java", KERNELS);
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
                  </compilerArgs>
                </configuration>
              </plugin>
            </plugins>
          </build>
        </project>
        """
            .formatted(
                more, Installed.path(Installed.LANGUAGE), Installed.path(Installed.PROCESSOR)));
    Installed.Run maven =
        Installed.run(
            folder,
            List.of(
                System.getProperty("kiln.maven", "") + "/bin/mvn",
                "--offline",
                "--batch-mode",
                "--quiet",
                "-Dmaven.repo.local=" + System.getProperty("kiln.maven.repository"),
                "org.apache.maven.plugins:maven-compiler-plugin:3.16.0:compile"));
    return maven
        .output()
        .lines()
        // Some terminals' settings come even where no colour is asked for.
        .map(line -> line.replaceAll("\u001b\\[[0-9;]*m", ""))
        .dropWhile(line -> !line.contains("COMPILATION ERROR"))
        .takeWhile(line -> !line.contains("Failed to execute goal"))
        .map(line -> line.replace(folder + "/src/main/java/", ""))
        .collect(Collectors.joining("\n"));
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
}
