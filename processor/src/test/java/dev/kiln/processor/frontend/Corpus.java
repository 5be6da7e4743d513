package dev.kiln.processor.frontend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Sources of kernels that are right: those of the front end's own tests, and the examples with
 * smaller tiles, so that direct runs take no long.
 */
final class Corpus {
  private static final Path OWN = Path.of("src/test/resources/frontend");
  private static final Path EXAMPLES = Path.of("../examples/src/main/java");

  /** What replaces the variants of an example, by its class. */
  private static final Map<String, Map<String, String>> SMALLER =
      Map.of(
          "VectorAdd", Map.of(),
          "Gemm",
              Map.of(
                  "bm=128, bn=256, bk=64", "bm=32, bn=64, bk=16",
                  "bm=192, bn=256, bk=256", "bm=64, bn=32, bk=32",
                  "bm=128, bn=128, bk=32", "bm=32, bn=32, bk=32"),
          "Softmax", Map.of(),
          "RmsNorm", Map.of(),
          "Transpose", Map.of(),
          "Histogram", Map.of(),
          "Attention", Map.of("bm=64, bn=64", "bm=16, bn=32"));

  private Corpus() {}

  /** The path of an example's source. */
  static String pathOf(String example) {
    return "dev/kiln/examples/" + example + ".java";
  }

  /** The text of an example with its smaller tiles. */
  static String example(String name) {
    String text = read(EXAMPLES.resolve(pathOf(name)));
    for (Map.Entry<String, String> change : SMALLER.getOrDefault(name, Map.of()).entrySet()) {
      if (!text.contains(change.getKey())) {
        throw new AssertionError(name + " has no " + change.getKey());
      }
      text = text.replace(change.getKey(), change.getValue());
    }
    return text;
  }

  /** All texts by their paths, always in the same order. */
  static Map<String, String> all() {
    Map<String, String> texts = new LinkedHashMap<>();
    try (Stream<Path> files = Files.list(OWN)) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .sorted()
          .forEach(file -> texts.put("frontend/" + file.getFileName(), read(file)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    List<String> examples = SMALLER.keySet().stream().sorted().toList();
    examples.forEach(name -> texts.put(pathOf(name), example(name)));
    return texts;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
