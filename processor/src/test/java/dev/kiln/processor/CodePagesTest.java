package dev.kiln.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.processor.diagnostics.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The catalogue of codes, and the pages that are made from it. */
final class CodePagesTest {
  private static final Path FOLDER = Path.of("../docs/errors");

  @Test
  void thePagesSayWhatTheCatalogueSays() throws IOException {
    Map<String, String> expected = CodePages.all();
    if (Boolean.getBoolean("kiln.bless")) {
      bless(expected);
    }
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file :
          files.filter(path -> expected.containsKey(name(path)) || isPage(path)).toList()) {
        found.put(name(file), Files.readString(file));
      }
    }
    assertEquals(expected, found, "bless with -Dkiln.bless=true when this is right");
  }

  private static void bless(Map<String, String> pages) throws IOException {
    Files.createDirectories(FOLDER);
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.filter(CodePagesTest::isPage).toList()) {
        Files.delete(file);
      }
    }
    for (Map.Entry<String, String> page : pages.entrySet()) {
      Files.writeString(FOLDER.resolve(page.getKey()), page.getValue());
    }
  }

  private static boolean isPage(Path file) {
    return name(file).matches("KILN\\d{4}\\.md");
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  @Test
  void numbersAreGivenOnce() {
    assertEquals(
        Code.values().length, Arrays.stream(Code.values()).map(Code::id).distinct().count());
  }

  @Test
  void everyCodeHasAnExampleOrATestOfItsOwn() {
    Set<Code> missing = EnumSet.allOf(Code.class);
    missing.removeIf(code -> Files.exists(MarkedFilesTest.example(code)));
    BuildCodes.ALL.forEach(row -> missing.remove(row.code()));
    assertEquals(Set.of(), missing);
  }

  @Test
  void anExampleShowsItsCode() {
    for (Code code : Code.values()) {
      Path example = MarkedFilesTest.example(code);
      if (Files.exists(example)) {
        String marks = MarkedFilesTest.source(example).text();
        assertTrue(marks.contains("[" + code.id() + "]"), example.toString());
        assertTrue(marks.contains("//="), () -> example + " shows no correction");
      }
    }
  }

  @Test
  void theTestsOfTheOtherCodesAreThere() throws IOException {
    for (BuildCodes.Row row : BuildCodes.ALL) {
      String[] test = row.test().split("#");
      String text =
          Files.readString(Path.of("src/test/java/dev/kiln/processor", test[0] + ".java"));
      assertTrue(text.contains("void " + test[1] + "("), row.test());
      assertTrue(
          text.contains("Code." + row.code().name()) || text.contains(row.code().id()),
          () -> row.test() + " does not speak of " + row.code());
    }
  }

  @Test
  void whatIsSaidWithoutTheCatalogueIsInIt() {
    assertEquals(template(Code.OLD_COMPILER), KilnProcessor.TOO_OLD);
    assertEquals(template(Code.INCOMPLETE), KilnProcessor.INCOMPLETE);
  }

  /** The text of a code with {@code %s} for its only hole. */
  private static String template(Code code) {
    return "[%s] %s\n  %s"
        .formatted(
            code.id(), code.messageTemplate().replaceAll("\\{\\w+}", "%s"), code.cureTemplate());
  }
}
