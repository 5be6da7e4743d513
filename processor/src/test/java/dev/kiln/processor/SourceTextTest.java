package dev.kiln.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Places in texts with tabs, Windows line ends, escapes and letters of two units. */
final class SourceTextTest {
  @TempDir Path folder;

  private static final String TEXT =
      """
      package t;
      import dev.kiln.lang.*;
      class Text {
      \t/* \uD83D\uDE80 */ @TileKernel
      \tstatic void te\\u0078t(\tString s) {}
      }
      """;

  @Test
  void javacCountsATabToTheNextMultipleOfEight() {
    assertEquals(List.of("5:33"), places(TEXT));
  }

  @Test
  void windowsLineEndsCountOnce() {
    assertEquals(List.of("5:33"), places(TEXT.replace("\n", "\r\n")));
  }

  @Test
  void ecjMarksTheVeryType() throws IOException {
    Ecj.Problem problem = Ecj.compile(folder, List.of(), TEXT).getFirst();
    assertEquals("String", TEXT.substring(problem.start(), problem.end() + 1));
    assertEquals(5, problem.line());
  }

  private static List<String> places(String text) {
    return Sources.findings(Sources.compile(text)).stream()
        .filter(found -> found.message().startsWith("[KILN1010]"))
        .map(found -> found.line() + ":" + found.column())
        .toList();
  }
}
