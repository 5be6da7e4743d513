package dev.kiln.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.processor.diagnostics.Code;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Compiles every file below {@code src/test/resources/diagnostics} with javac and compares what is
 * found, by code, text, line and column, with the marks in the file.
 *
 * <p>{@code -Dkiln.bless=true} writes the marks anew.
 */
final class MarkedFilesTest {
  private static final Path FOLDER = Path.of("src/test/resources/diagnostics");

  @TestFactory
  Stream<DynamicTest> javacFindsWhatIsMarked() throws IOException {
    return files()
        .map(file -> DynamicTest.dynamicTest(name(file), file.toUri(), () -> check(file)));
  }

  static Stream<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(FOLDER)) {
      return all.filter(file -> file.toString().endsWith(".java")).sorted().toList().stream();
    }
  }

  static String name(Path file) {
    return FOLDER.relativize(file).toString();
  }

  /** The marked file that shows what a code means, which its page prints. */
  static Path example(Code code) {
    return FOLDER.resolve("examples/" + code.id() + ".java");
  }

  @TestFactory
  Stream<DynamicTest> correctedExamplesCompile() {
    return Arrays.stream(Code.values())
        .map(MarkedFilesTest::example)
        .filter(Files::exists)
        .map(
            file ->
                DynamicTest.dynamicTest(
                    name(file),
                    file.toUri(),
                    () -> assertEquals(List.of(), findings(source(file).corrected(), List.of()))));
  }

  static MarkedSource source(Path file) {
    try {
      return new MarkedSource(Files.readString(file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<MarkedSource.Finding> findings(String text, List<String> options) {
    return Sources.findings(Sources.compile(new KilnProcessor(), options, text));
  }

  private static void check(Path file) throws IOException {
    MarkedSource source = source(file);
    List<MarkedSource.Finding> findings = findings(source.unmarked(), source.options());
    MarkedSource found = source.marked(findings);
    if (Boolean.getBoolean("kiln.bless")) {
      Files.writeString(file, found.text());
    }
    assertEquals(
        found.text(), Files.readString(file), "bless with -Dkiln.bless=true when this is right");
  }
}
