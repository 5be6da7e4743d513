package dev.kiln.examples;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A document of the repository. */
record Page(String name, String text) {

  static Page of(String name) {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve(name))) {
      root = root.getParent();
      if (root == null) {
        throw new IllegalStateException("The tests run inside a checkout, but none has " + name);
      }
    }
    try {
      return new Page(name, Files.readString(root.resolve(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fails unless the document shows a text, whatever its line breaks. */
  void requireText(String shown) {
    if (!text.replaceAll("\\s+", " ").contains(shown.replaceAll("\\s+", " "))) {
      fail("%s does not show: %s".formatted(name, shown));
    }
  }
}
