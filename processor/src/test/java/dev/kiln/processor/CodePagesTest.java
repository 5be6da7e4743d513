package dev.kiln.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

  /** Tests that make a finding where no source text can, or need more than one compiler run. */
  private static final Set<Code> TESTED_ELSEWHERE =
      EnumSet.of(
          Code.OLD_COMPILER,
          Code.UNKNOWN_OPTION,
          Code.BAD_OPTION_VALUE,
          Code.NO_SOURCE,
          Code.SOURCE_MISMATCH,
          Code.NATIVE_FAILURE,
          Code.NATIVES_UNAVAILABLE,
          Code.WRITE_FAILED,
          Code.VARIANT_NONE_FOR_TARGET,
          Code.REGISTERS_SPILLED,
          Code.ASSEMBLER_WARNING,
          Code.ASSEMBLER_REFUSAL,
          Code.TIMES,
          Code.STOPPED,
          Code.INTERNAL);

  @Test
  void everyOtherCodeHasAMarkedSource() throws IOException {
    Set<Code> missing = EnumSet.allOf(Code.class);
    missing.removeAll(TESTED_ELSEWHERE);
    missing.removeAll(CodePages.examples().keySet());
    assertEquals(Set.of(), missing);
  }

  @Test
  void anOlderCompilerSaysWhatTheCatalogueSays() {
    String template =
        "[%s] %s\n  %s"
            .formatted(
                Code.OLD_COMPILER.id(),
                Code.OLD_COMPILER.messageTemplate().replace("{version}", "%s"),
                Code.OLD_COMPILER.cureTemplate());
    assertEquals(template, KilnProcessor.TOO_OLD);
  }
}
