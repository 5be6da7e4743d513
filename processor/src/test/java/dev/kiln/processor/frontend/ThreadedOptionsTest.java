package dev.kiln.processor.frontend;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.kiln.codegen.Backend;
import dev.kiln.codegen.Backends;
import dev.kiln.codegen.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Options change nothing of what threads compute, and products of small floats are exact. */
class ThreadedOptionsTest {
  private static final Path SOURCE = Path.of("src/test/resources/frontend/Options.java");
  private static final Backend CUDA = Backends.forName("cuda");

  @TestFactory
  Stream<DynamicTest> kernels() throws IOException {
    Translated translated =
        Translated.of(Map.of("frontend/Options.java", Files.readString(SOURCE)));
    return translated.kernels().keySet().stream()
        .flatMap(
            kernel ->
                CUDA.standardTargets().stream()
                    .map(
                        target ->
                            dynamicTest(
                                kernel + " on " + target.tag(),
                                () -> agree(translated, kernel, target))));
  }

  private static void agree(Translated translated, String kernel, Target target) {
    Differential.of(translated, kernel)
        .within(0x1p-18)
        .lowered(CUDA, target)
        .agreeOn(GoldenTest.arguments(translated.kernels().get(kernel)));
  }
}
