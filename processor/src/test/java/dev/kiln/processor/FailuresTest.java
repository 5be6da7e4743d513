package dev.kiln.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.ir.Loc;
import dev.kiln.processor.compile.Failures;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.diagnostics.Diagnostics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a bug of Kiln. */
final class FailuresTest {
  @TempDir Path folder;

  @Test
  void aFailureIsAFindingWithAFolderForTheReport() throws IOException {
    Loc loc = new Loc("K.java", 4, 15, 40, 41, null);
    Diagnostics diagnostics = new Diagnostics();
    new Failures(folder, "t.K.k")
        .report(new IllegalStateException("on purpose"), "step", "its input", loc, diagnostics);
    Diagnostic found = diagnostics.all().getFirst();
    Path report = folder.resolve("t.K.k");
    assertEquals(Code.INTERNAL, found.code());
    assertTrue(found.text().contains("in 'step' on kernel 't.K.k'"), found.text());
    assertTrue(found.text().contains(report.toString()), found.text());
    assertTrue(Files.readString(report.resolve("failure.txt")).contains("on purpose"));
    assertEquals("its input", Files.readString(report.resolve("context.txt")));
  }
}
