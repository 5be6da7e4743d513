package dev.kiln.ir.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpShape;
import dev.kiln.ir.Ops;
import dev.kiln.ir.check.Verifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The kernels of {@code docs/ir.md}. */
class IrPageTest {

  @Test
  void theKernelsOfThePageAreValidAndPrintAsTheyStandThere() throws IOException {
    for (String text : kernels()) {
      Kernel kernel = Parser.parse("ir.md", text);
      assertEquals(List.of(), Verifier.verify(kernel));
      assertEquals(text, Printer.print(kernel, Printer.Places.HIDDEN));
    }
  }

  @Test
  void thePageShowsEveryOperation() throws IOException {
    Set<Class<? extends Op>> shown = new HashSet<>();
    for (String text : kernels()) {
      Ops.walk(Parser.parse("ir.md", text).body(), op -> shown.add(op.getClass()));
    }
    List<String> missing =
        OpShape.all().stream()
            .filter(type -> !shown.contains(type))
            .map(Class::getSimpleName)
            .toList();
    assertEquals(List.of(), missing);
  }

  private static List<String> kernels() throws IOException {
    String[] parts = Files.readString(Path.of("../docs/ir.md")).split("```\n", -1);
    var kernels = new ArrayList<String>();
    for (int i = 1; i < parts.length; i += 2) {
      kernels.add(parts[i]);
    }
    return kernels;
  }
}
