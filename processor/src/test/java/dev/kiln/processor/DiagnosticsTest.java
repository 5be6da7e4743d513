package dev.kiln.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kiln.ir.Loc;
import dev.kiln.processor.diagnostics.Code;
import dev.kiln.processor.diagnostics.Diagnostic;
import dev.kiln.processor.diagnostics.Diagnostics;
import dev.kiln.processor.diagnostics.Note;
import dev.kiln.processor.diagnostics.Suggestion;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Findings: their text, and how those of several variants become one list. */
final class DiagnosticsTest {
  private static final Loc FIRST = new Loc("A.java", 3, 5, 20, 24, null);
  private static final Loc SECOND = new Loc("A.java", 9, 1, 80, 81, null);

  private static List<String> texts(Diagnostics diagnostics) {
    return diagnostics.all().stream().map(found -> found.text().replace("\n", "|")).toList();
  }

  @Test
  void aMessageIsFollowedByTheCureOnALineOfItsOwn() {
    assertEquals(
        "[KILN1206] 'a' has no axis 2.\n  Write 0 to 1; axes are counted from 0, the outermost.",
        Diagnostic.of(Code.AXIS_RANGE, FIRST, "a", 2, "0 to 1").text());
  }

  @Test
  void aWrongNumberOfArgumentsIsRefusedWhereItIsMade() {
    assertThrows(IllegalArgumentException.class, () -> Diagnostic.of(Code.INDEX_COUNT, FIRST, "a"));
  }

  @Test
  void anArgumentOfAnotherKindIsRefusedWhereItIsMade() {
    var failure =
        assertThrows(
            IllegalArgumentException.class,
            () -> Diagnostic.of(Code.AXIS_RANGE, FIRST, "a", "[64, 32]", "0 to 1"));
    assertEquals(
        "AXIS_RANGE needs a whole number for {axis} and got '[64, 32]'", failure.getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> Diagnostic.of(Code.REDUCE_SHAPE, FIRST, "[64, 32]", 0, "[32]", "tile"));
    assertThrows(
        IllegalArgumentException.class,
        () -> Diagnostic.of(Code.DTYPE_MISMATCH, FIRST, "copy", "[64]", "Convert it."));
    assertThrows(
        IllegalArgumentException.class,
        () -> Diagnostic.of(Code.DTYPE_MISMATCH, FIRST, "copy", "f32 and bool", "no sentence"));
  }

  @Test
  void eachPartOfASumHasALineOfItsOwn() {
    assertEquals(
        "[KILN1601] This kernel needs 48 bytes of on-chip memory a block, of the 32 that cpu has:\n"
            + "  - a: 16 bytes\n"
            + "  - b: 32 bytes\n"
            + "  Use smaller tiles or fewer stages.",
        Diagnostic.of(Code.SHARED_BUDGET, FIRST, 48, 32, "cpu", "a: 16 bytes\nb: 32 bytes").text());
  }

  @Test
  void notesAndCallsFollowTheCure() {
    Loc inlined = FIRST.calledFrom(SECOND);
    assertEquals(
        "[KILN1106] Strings are not available in a kernel.\n"
            + "  Remove it; to see values, write print(\"label\", x), or debug a direct call of the"
            + " method.\n"
            + "  It is made here. (A.java:9:1)\n"
            + "  inlined at A.java:9:1",
        Diagnostic.of(Code.STRING, inlined).withNote(new Note("It is made here.", SECOND)).text());
  }

  @Test
  void whatEveryVariantShowsIsSaidOnce() {
    Diagnostics diagnostics = new Diagnostics();
    for (String row : List.of("n=1", "n=2")) {
      diagnostics.enterVariant(row);
      diagnostics.report(Code.NOT_CONSTANT, FIRST, "The size " + row, "n", "Write a literal.");
      diagnostics.report(Code.STRING, FIRST);
    }
    diagnostics.leaveVariant();
    assertEquals(2, diagnostics.all().size());
    assertTrue(texts(diagnostics).getFirst().contains("The size n=1"));
    assertTrue(texts(diagnostics).stream().noneMatch(text -> text.contains("@Variant")));
  }

  @Test
  void whatOneVariantShowsNamesIt() {
    Diagnostics diagnostics = new Diagnostics();
    diagnostics.enterVariant("n=1");
    diagnostics.enterVariant("n=2");
    diagnostics.report(Code.STRING, FIRST);
    diagnostics.leaveVariant();
    assertTrue(texts(diagnostics).getFirst().endsWith("|  In @Variant(\"n=2\")."));
  }

  @Test
  void findingsComeInTheOrderOfTheSource() {
    Diagnostics diagnostics = new Diagnostics();
    diagnostics.report(Code.STRING, SECOND);
    diagnostics.report(Code.EXCEPTION, FIRST);
    assertEquals(
        List.of(Code.EXCEPTION, Code.STRING),
        diagnostics.all().stream().map(Diagnostic::code).toList());
  }

  @Test
  void onlyNearNamesAreSuggested() {
    List<String> names = List.of("copy", "clear", "gemm");
    assertEquals(Optional.of("Did you mean 'copy'?"), Suggestion.of("cpoy", names));
    assertEquals(Optional.of("Did you mean 'clear'?"), Suggestion.of("Clera", names));
    assertEquals(Optional.empty(), Suggestion.of("matmul", names));
    assertEquals(Optional.empty(), Suggestion.of("copy", List.of("copy")));
    assertEquals(Optional.empty(), Suggestion.of("t", List.of("b", "x")));
  }
}
