package dev.kiln.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.codegen.llvm.worker.WorkerLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The processor's options: what is taken, what is refused, and the page that lists them. */
final class OptionsTest {
  private static final Path PAGE = Path.of("../docs/options.md");

  private static Options.Parsed parse(Map<String, String> given) {
    return Options.parse(given, Set.of("cpu", "cuda"), Set.of("LOWERED", "simplify"));
  }

  private static List<String> messages(Map<String, String> given) {
    return parse(given).findings().stream()
        .map(found -> found.text().lines().findFirst().orElse(""))
        .toList();
  }

  @Test
  void withoutOptionsTheCpuIsCompiledFor() {
    Options.Parsed parsed = parse(Map.of("other.option", "x"));
    assertEquals(List.of(), parsed.findings());
    assertEquals(List.of("cpu"), parsed.options().targets());
    assertEquals(Options.Embedding.STAGES, parsed.options().embed());
  }

  @Test
  void valuesAreTakenAsGiven() {
    Options options =
        parse(
                Map.of(
                    "kiln.targets", "cuda, cpu",
                    "kiln.embed", "tile",
                    "kiln.dump", "out/dump",
                    "kiln.verify", "true",
                    "kiln.stop", "simplify",
                    "kiln.excerpt", "never"))
            .options();
    assertEquals(List.of("cpu", "cuda"), options.targets());
    assertEquals(Options.Embedding.TILE, options.embed());
    assertEquals(Path.of("out/dump"), options.dump());
    assertTrue(options.verify());
    assertEquals("simplify", options.stop());
    assertEquals(Options.Excerpts.NEVER, options.excerpt());
  }

  @Test
  void anAssemblerIsAProgram() {
    Path shell = Path.of("/bin/sh");
    assertEquals(
        Map.of("ptxas", shell), parse(Map.of("kiln.ptxas", shell.toString())).options().tools());
    assertEquals(
        List.of("[KILN0003] Option '-Akiln.ptxas' cannot be '/no/such/file'."),
        messages(Map.of("kiln.ptxas", "/no/such/file")));
  }

  @Test
  void limitsAreNumbersWithinBounds() {
    assertEquals(WorkerLimits.GENEROUS, parse(Map.of()).options().limits());
    assertEquals(
        new WorkerLimits(4096, Duration.ofSeconds(20)),
        parse(Map.of("kiln.memory", "4096", "kiln.timeout", "20")).options().limits());
    for (String wrong : List.of("", "0", "-1", "86401", "99999999999", "1m")) {
      assertEquals(
          List.of("[KILN0003] Option '-Akiln.timeout' cannot be '%s'.".formatted(wrong)),
          messages(Map.of("kiln.timeout", wrong)));
    }
    assertEquals(
        List.of("[KILN0003] Option '-Akiln.memory' cannot be '383'."),
        messages(Map.of("kiln.memory", "383")));
  }

  @Test
  void aFlagWithoutAValueIsSet() {
    assertTrue(parse(Collections.singletonMap("kiln.time", null)).options().time());
  }

  @Test
  void whatIsWrongIsRefusedOneByOne() {
    assertEquals(
        List.of("[KILN0003] Option '-Akiln.stop' cannot be 'LOWER'."),
        messages(Map.of("kiln.stop", "LOWER")));
    assertEquals(
        List.of("[KILN0003] Option '-Akiln.stop' cannot be 'LOWERED'."),
        messages(Map.of("kiln.stop", "LOWERED")));
    assertEquals(
        List.of("[KILN0003] Option '-Akiln.verify' cannot be 'yes'."),
        messages(Map.of("kiln.verify", "yes")));
    assertEquals(
        List.of("[KILN0003] Option '-Akiln.targets' cannot be ''."),
        messages(Map.of("kiln.targets", "")));
    assertEquals(
        List.of("[KILN0002] '-Akiln.dumps' is not an option of Kiln."),
        messages(Map.of("kiln.dumps", "x")));
  }

  @Test
  void thePageListsTheTable() throws IOException {
    String expected = page();
    if (Boolean.getBoolean("kiln.bless")) {
      Files.writeString(PAGE, expected);
    }
    assertEquals(
        expected, Files.readString(PAGE), "bless with -Dkiln.bless=true when this is right");
  }

  private static String page() {
    StringBuilder page = new StringBuilder();
    page.append("# Options of the processor\n\n");
    page.append("Given to javac as `-Akiln.targets=cpu`, in Maven as `compilerArgs`.\n\n");
    page.append("| option | value | default | |\n| --- | --- | --- | --- |\n");
    for (OptionName name : OptionName.values()) {
      page.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(
                  name.key(),
                  name.expected(),
                  name.otherwise().isEmpty() ? "" : "`" + name.otherwise() + "`",
                  name.about()));
    }
    return page.toString();
  }
}
