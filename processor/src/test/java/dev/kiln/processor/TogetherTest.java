package dev.kiln.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.testing.compile.Compilation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A mistake in a kernel hides no other mistake, neither Kiln's nor Java's. */
final class TogetherTest {
  private static final String KERNELS =
      """
      package t;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class Kernels {
        @TileKernel
        void first(FloatTensor<F32> a, String s) {
          grid(1, x -> a.set(x, 0f));
        }
        @TileKernel
        static int second(FloatTensor<F32> a) {
          grid(1, x -> a.set(x, nothing));
        }
        int other() {
          return "";
        }
      }
      """;

  private static final String CALLER =
      """
      package t;
      class Caller {
        void call() {
          FirstKernel.launch(1, "two", null);
          SecondKernel.launch();
          int x = "three";
        }
      }
      """;

  @Test
  void kilnsAndJavasErrorsComeInOneRun() {
    Compilation compilation = Sources.compile(KERNELS, CALLER);
    List<String> findings =
        Sources.findings(compilation).stream()
            .map(found -> found.line() + " " + found.message().split("[.:]", 2)[0])
            .toList();
    assertEquals(
        List.of(
            "6 [KILN1001] Kernel 'first' is an instance method",
            "6 [KILN1010] A kernel cannot have a parameter of type 'String'",
            "10 [KILN1002] Kernel 'second' returns 'int'",
            "11 [KILN1110] 'nothing' is not known here",
            "11 cannot find symbol | symbol",
            "14 incompatible types",
            "6 incompatible types"),
        findings);
  }

  @Test
  void nothingIsWrittenAsCompiled() {
    Compilation compilation = Sources.compile(KERNELS);
    assertThat(compilation).failed();
  }

  @Test
  void aWrongOptionIsAnErrorThatNamesTheOptions() {
    Compilation compilation =
        Sources.compile(
            new KilnProcessor(),
            List.of("-Akiln.tagets=cpu", "-Akiln.embed=all", "-Akiln.targets=cpu,moon"),
            KERNELS);
    assertThat(compilation)
        .hadErrorContaining("[KILN0002] '-Akiln.tagets' is not an option of Kiln.");
    assertThat(compilation).hadErrorContaining("Did you mean 'kiln.targets'?");
    assertThat(compilation).hadErrorContaining("[KILN0003] Option '-Akiln.embed' cannot be 'all'");
    assertThat(compilation).hadErrorContaining("'-Akiln.targets' cannot be 'cpu,moon'");
    assertTrue(
        Sources.findings(compilation).stream()
            .anyMatch(found -> found.message().contains("[KILN1001]")));
  }
}
