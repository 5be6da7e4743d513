package dev.kiln.testkit.hosts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds that compile what has changed alone, against the class files of the rest. */
final class IncrementalBuildTest {
  private static final String KERNEL =
      """
      package t;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class NAME {
        @TileKernel
        static void kernelNAME(FloatTensor<F32> a) {
          grid(a.dim(0), x -> a.set(x, 1f * Sizes.FACTOR));
        }
      }
      """;

  private static final String SIZES =
      """
      package t;
      class Sizes {
        static final int FACTOR = 3;
      }
      """;

  private static final String CALLER =
      """
      package t;
      import dev.kiln.lang.*;
      class Caller {
        static void call(FloatTensor<F32> a) {
          KernelFirstKernel.launch(a);
          KernelSecondKernel.launch(a);
        }
      }
      """;

  @TempDir Path folder;

  private static String kernel(String name) {
    return KERNEL.replace("NAME", name);
  }

  private Map<String, byte[]> build(String file, String text)
      throws IOException, InterruptedException {
    Installed.source(folder, file, text);
    return build();
  }

  private Map<String, byte[]> build() throws IOException, InterruptedException {
    assertEquals(new Installed.Run(0, ""), Installed.run(folder, Installed.javac(folder)));
    return Installed.files(folder.resolve("out"));
  }

  private void forgetSources() throws IOException {
    for (String file : List.of("First", "Second", "Sizes", "Caller")) {
      Files.deleteIfExists(folder.resolve("src/t/" + file + ".java"));
    }
  }

  /** Paths that differ. */
  private static List<String> changed(Map<String, byte[]> before, Map<String, byte[]> after) {
    return after.keySet().stream()
        .filter(file -> !Arrays.equals(before.get(file), after.get(file)))
        .collect(Collectors.toList());
  }

  @Test
  void oneChangedClassIsCompiledAgainstTheClassFilesOfTheOthers()
      throws IOException, InterruptedException {
    Installed.source(folder, "t/Sizes.java", SIZES);
    Installed.source(folder, "t/First.java", kernel("First"));
    Installed.source(folder, "t/Caller.java", CALLER);
    Map<String, byte[]> whole = build("t/Second.java", kernel("Second"));
    forgetSources();
    // The same text gives the same bytes, though it now sees class files.
    assertEquals(List.of(), changed(whole, build("t/Second.java", kernel("Second"))));
    forgetSources();
    Map<String, byte[]> edited = build("t/Second.java", kernel("Second").replace("1f", "2f"));
    List<String> changed = changed(whole, edited);
    assertFalse(changed.isEmpty());
    assertEquals(
        List.of(),
        changed.stream().filter(file -> !file.contains("Second")).toList(),
        "what belongs to the other class stays as it was");
    forgetSources();
    Map<String, byte[]> back = build("t/Second.java", kernel("Second"));
    whole.forEach((file, bytes) -> assertArrayEquals(bytes, back.get(file), file));
  }
}
