package dev.kiln.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.testing.compile.Compilation;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Test;

/** A kernel that takes too long or too much is an error of its own; the others are compiled. */
final class LimitsTest {
  /** The middle one unrolls a loop of many iterations. */
  private static final String KERNELS =
      """
      package t;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class Limits {
        @TileKernel
        static void first(FloatTensor<F32> a) {
          grid(a.dim(0), x -> a.set(x, 1f));
        }
        @TileKernel
        static void large(FloatTensor<F32> a) {
          grid(a.dim(0), x -> {
            for (int i : unroll(1_000_000)) {
              a.set(x, a.get(x) * i + 1f);
            }
          });
        }
        @TileKernel
        static void last(FloatTensor<F32> a) {
          grid(a.dim(0), x -> a.set(x, 3f));
        }
      }
      """;

  private static void assertFinds(String sentence, String... options) {
    Compilation compilation = Sources.compile(new KilnProcessor(), List.of(options), KERNELS);
    assertEquals(
        List.of(sentence),
        compilation.diagnostics().stream()
            .map(found -> found.getLineNumber() + ":" + found.getColumnNumber() + " " + text(found))
            .toList());
  }

  private static String text(Diagnostic<?> found) {
    return found.getMessage(Locale.ROOT).lines().limit(2).collect(Collectors.joining());
  }

  @Test
  void aKernelThatNeedsTooMuchMemoryIsNamed() {
    assertFinds(
        "10:15 [KILN0010] Kernel 't.Limits.large' was not compiled with the 600 MiB of memory that"
            + " there are.    Unroll fewer iterations, give it fewer variants, or allow more by"
            + " '-Akiln.memory=1200'.",
        "-Akiln.memory=600");
  }

  @Test
  void aKernelThatTakesTooLongIsNamed() {
    assertFinds(
        "10:15 [KILN0009] Kernel 't.Limits.large' was not compiled within 6 seconds.    Unroll fewer"
            + " iterations, give it fewer variants, or allow more by '-Akiln.timeout=12'.",
        "-Akiln.timeout=6",
        "-Akiln.memory=16000");
  }
}
