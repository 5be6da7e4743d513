package dev.kiln.processor;

import static com.google.testing.compile.CompilationSubject.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.testing.compile.Compilation;
import dev.kiln.processor.diagnostics.Code;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code -Akiln.explain} says. */
final class ExplanationTest {
  private static final String PRODUCT =
      """
      package t;
      import static dev.kiln.lang.Tile.*;
      import dev.kiln.lang.*;
      class Product {
        @TileKernel
        static void product(
            @Dims("m, k") FloatTensor<F16> a,
            @Dims("n, k") FloatTensor<F16> b,
            @Dims("m, n") FloatTensor<F32> c) {
          grid(ceilDiv(c.dim(1), 128), ceilDiv(c.dim(0), 128), (bx, by) -> {
            var as = shared(F16, 128, 64);
            var bs = shared(F16, 64, 128);
            var acc = fragment(F32, 128, 128);
            clear(acc);
            for (int k : pipelined(ceilDiv(a.dim(1), 64), 3)) {
              copy(a.at(by * 128, k * 64), as);
              copy(b.t().at(k * 64, bx * 128), bs);
              gemm(as, bs, acc);
            }
            copy(acc, c.at(by * 128, bx * 128));
          });
        }
      }
      """;

  private static List<String> facts(Compilation compilation, long line) {
    return compilation.notes().stream()
        .filter(note -> note.getLineNumber() == line)
        .map(note -> note.getMessage(Locale.ROOT).lines().findFirst().orElse(""))
        .filter(text -> text.startsWith("[" + Code.EXPLANATION.id() + "]"))
        .toList();
  }

  private static void assertSays(List<String> facts, String part) {
    assertTrue(facts.stream().anyMatch(fact -> fact.contains(part)), () -> part + " in " + facts);
  }

  @Test
  void factsAreNotesAtTheirPlaces() {
    Compilation compilation =
        Sources.compile(
            new KilnProcessor(),
            List.of("-Akiln.explain", "-Akiln.targets=cpu:x86-64-v3,cuda:sm_90a"),
            PRODUCT);
    assertThat(compilation).succeeded();
    List<String> kernel = facts(compilation, 6);
    assertEquals(3, kernel.size(), kernel.toString());
    assertSays(kernel, "For cpu:x86-64-v3: a block has 1 threads and ");
    assertSays(kernel, "For cuda:sm_90a: a block has ");
    assertSays(kernel, "For cuda:sm_90a (spare entry point): a block has ");
    assertSays(facts(compilation, 11), "cuda:sm_90a: is shared<128x64xf16");
    assertSays(facts(compilation, 16), "runs beside the threads (TMA)");
    assertSays(facts(compilation, 17), "not by TMA: the tensor is transposed");
    assertSays(facts(compilation, 18), "cpu:x86-64-v3: becomes ");
    assertSays(facts(compilation, 18), "multiply-warpgroup");
    assertSays(facts(compilation, 20), "store of ");
  }

  @Test
  void nothingIsSaidUnasked() {
    assertEquals(List.of(), Sources.compile(PRODUCT).notes());
  }

  @Test
  void ecjShowsTheSameFactsInExactRanges(@TempDir Path folder) throws IOException {
    List<String> options = List.of("-Akiln.explain", "-Akiln.targets=cpu:x86-64-v3");
    List<Ecj.Problem> ecj = Ecj.compile(folder, options, PRODUCT);
    Compilation javac = Sources.compile(new KilnProcessor(), options, PRODUCT);
    assertEquals(
        javac.notes().stream()
            .map(note -> note.getLineNumber() + " " + first(note.getMessage(Locale.ROOT)))
            .filter(note -> note.contains("[KILN3003]"))
            .sorted()
            .toList(),
        ecj.stream().map(found -> found.line() + " " + first(found.message())).sorted().toList());
    List<String> marked =
        ecj.stream().map(found -> PRODUCT.substring(found.start(), found.end() + 1)).toList();
    assertTrue(marked.contains("gemm(as, bs, acc)"), marked.toString());
    assertTrue(marked.contains("shared(F16, 128, 64)"), marked.toString());
  }

  private static String first(String message) {
    return message.lines().findFirst().orElse("");
  }
}
