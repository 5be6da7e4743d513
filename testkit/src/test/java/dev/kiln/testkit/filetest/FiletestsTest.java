package dev.kiln.testkit.filetest;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every file of {@code src/test/resources/filetests}, a test each. */
class FiletestsTest {
  private static final Path ROOT = Path.of("src/test/resources/filetests");

  @TestFactory
  Stream<DynamicTest> filetests() {
    FiletestSettings settings = FiletestSettings.ofSystem();
    List<Path> files = Filetest.files(ROOT.resolve(settings.only()));
    assertFalse(files.isEmpty(), () -> "no filetests in " + settings.only());
    return files.stream()
        .map(
            file ->
                dynamicTest(
                    ROOT.relativize(file).toString(),
                    file.toAbsolutePath().toUri(),
                    () -> run(file, settings)));
  }

  private static void run(Path file, FiletestSettings settings) {
    if (settings.bless()) {
      Filetest.read(file).bless();
    }
    String failure = Filetest.read(file).failure();
    if (failure != null) {
      String name = ROOT.relativize(file).toString();
      fail("%s:\n%sto accept what was found: ./dev bless %s".formatted(name, failure, name));
    }
  }
}
