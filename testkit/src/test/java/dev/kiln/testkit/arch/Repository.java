package dev.kiln.testkit.arch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The checkout that the tests run in. */
public final class Repository {
  /** The modules that hold Java, in build order. */
  static final List<String> MODULES =
      List.of(
          "annotations",
          "lowering",
          "codegen",
          "processor",
          "runtime",
          "testkit",
          "benchmarks",
          "examples");

  private Repository() {}

  /** The folder of the script {@code dev}. */
  public static Path root() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.isRegularFile(at.resolve("dev")) && Files.isRegularFile(at.resolve("LICENSE"))) {
        return at;
      }
    }
    throw new IllegalStateException("the tests run inside a checkout, but no folder above has dev");
  }

  /**
   * Regular files under {@code folder} that {@code wanted} accepts, sorted; none if it is not
   * there.
   */
  public static List<Path> files(Path folder, Predicate<Path> wanted) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile).filter(wanted).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
