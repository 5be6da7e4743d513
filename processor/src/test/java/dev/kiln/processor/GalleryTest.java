package dev.kiln.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mistakes as a new user makes them, below {@code src/test/resources/gallery}, and the page that
 * shows them with what javac prints.
 */
final class GalleryTest {
  private static final Path FOLDER = Path.of("src/test/resources/gallery");
  private static final Path PAGE = Path.of("../docs/errors/gallery.md");
  private static final Path README = Path.of("../README.md");

  @TempDir Path folder;

  /**
   * One mistake.
   *
   * @param title what the user did, in a sentence
   * @param text the source from its class on
   */
  private record Mistake(String title, String text, List<String> options) {
    static Mistake of(Path file) {
      try {
        List<String> lines = Files.readAllLines(file);
        String title = lines.getFirst().substring("// ".length());
        List<String> options =
            lines.stream()
                .filter(line -> line.startsWith("// options: "))
                .flatMap(line -> Stream.of(line.substring("// options: ".length()).split(" ")))
                .toList();
        String text =
            lines.stream()
                .skip(1)
                .filter(line -> !line.startsWith("// options: "))
                .collect(Collectors.joining("\n", "", "\n"));
        return new Mistake(title, text, options);
      } catch (IOException unreadable) {
        throw new AssertionError(file.toString(), unreadable);
      }
    }

    String shown() {
      return text.substring(text.indexOf("class "));
    }
  }

  /** What javac prints, carets and all. */
  private String output(Mistake mistake) throws IOException {
    Path source = folder.resolve(Sources.name(mistake.text()) + ".java");
    Files.writeString(source, mistake.text());
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    StringWriter output = new StringWriter();
    List<String> options = new ArrayList<>(mistake.options());
    options.addAll(List.of("-d", folder.toString(), "-Akiln.excerpt=never"));
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      var task =
          javac.getTask(output, files, null, options, null, files.getJavaFileObjects(source));
      task.setProcessors(List.of(new KilnProcessor()));
      assertEquals(false, task.call(), mistake.title());
    }
    return output.toString().replace(folder + "/", "");
  }

  @Test
  void thePageShowsWhatJavacPrints() throws IOException {
    List<Mistake> mistakes;
    try (Stream<Path> files = Files.list(FOLDER)) {
      mistakes = files.sorted().map(Mistake::of).toList();
    }
    assertTrue(mistakes.size() >= 20);
    StringBuilder page = new StringBuilder("# Mistakes and what Kiln says\n\n");
    page.append("Real messages, as javac prints them; a test makes this page. ");
    page.append("Line numbers count two imports and two empty lines before each class.\n");
    for (Mistake mistake : mistakes) {
      String output = output(mistake);
      assertTrue(output.contains("[KILN"), output);
      page.append("\n## ").append(mistake.title()).append("\n\n```java\n").append(mistake.shown());
      page.append("```\n\n```\n").append(output).append("```\n");
    }
    if (Boolean.getBoolean("kiln.bless")) {
      Files.writeString(PAGE, page);
    }
    assertEquals(page.toString(), Files.readString(PAGE), "bless with -Dkiln.bless=true");
  }

  @Test
  void theReadmeShowsWhatJavacPrints() throws IOException {
    String output = output(Mistake.of(Path.of("src/test/resources/readme/Gemm.java")));
    String readme = Files.readString(README);
    int start = readme.indexOf("```\n", readme.indexOf("## What an error looks like")) + 4;
    int end = readme.indexOf("```\n", start);
    String expected = readme.substring(0, start) + output + readme.substring(end);
    if (Boolean.getBoolean("kiln.bless")) {
      Files.writeString(README, expected);
    }
    assertEquals(expected, Files.readString(README), "bless with -Dkiln.bless=true");
  }
}
