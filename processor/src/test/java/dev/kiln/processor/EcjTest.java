package dev.kiln.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles the marked files with Eclipse's compiler, which must say the same of Kiln's codes on the
 * same lines, in ranges that hold javac's carets.
 */
final class EcjTest {
  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> ecjFindsWhatJavacFinds() throws IOException {
    return MarkedFilesTest.files()
        .map(
            file ->
                DynamicTest.dynamicTest(
                    MarkedFilesTest.name(file), file.toUri(), () -> check(file)));
  }

  private void check(Path file) throws IOException {
    MarkedSource source = MarkedFilesTest.source(file);
    String text = source.unmarked();
    List<MarkedSource.Finding> javac =
        Sources.findings(Sources.compile(new KilnProcessor(), source.options(), text)).stream()
            .filter(finding -> finding.message().startsWith("[KILN"))
            .toList();
    List<Ecj.Problem> ecj =
        Ecj.compile(folder.resolve(MarkedFilesTest.name(file)), source.options(), text);
    assertEquals(lines(javac), ecjLines(ecj));
    for (MarkedSource.Finding finding : javac) {
      int caret = offset(text, finding);
      assertTrue(
          ecj.stream().anyMatch(problem -> isNear(problem, finding, caret, text)),
          () -> finding + " at " + caret + " is in no range of " + ecj);
    }
  }

  private static List<String> lines(List<MarkedSource.Finding> findings) {
    return findings.stream()
        .map(finding -> finding.line() + " " + finding.message())
        .sorted()
        .toList();
  }

  private static List<String> ecjLines(List<Ecj.Problem> problems) {
    return problems.stream()
        .map(problem -> MarkedSource.Finding.of(problem.line(), 0, problem.message()))
        .map(finding -> finding.line() + " " + finding.message())
        .sorted()
        .toList();
  }

  /**
   * javac marks a text at its start where ecj marks a part of it, and a qualified name at the dot
   * before the name.
   */
  private static boolean isNear(
      Ecj.Problem problem, MarkedSource.Finding finding, int caret, String text) {
    boolean isWithin = problem.start() <= caret && caret <= problem.end();
    boolean isInText =
        text.charAt(caret) == '"' && problem.line() == finding.line() && caret < problem.start();
    boolean isName = text.charAt(caret) == '.' && caret + 1 == problem.start();
    return isWithin || isInText || isName;
  }

  private static int offset(String text, MarkedSource.Finding finding) {
    return Sources.lineStart(text, finding.line()) + (int) finding.column() - 1;
  }
}
