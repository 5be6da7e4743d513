package dev.kiln.codegen.tilec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TilecTest {
  private static final String DOUBLE =
      """
      kernel "double" (%0.x: tensor<?xi32>, %1.y: tensor<?xi32>) {
        %2 = dim %0.x axis 0 : i32
        grid (%3: i32) in (%2) {
          %4 = load-element %0.x[%3] : i32
          %5 = add %4, %4 : i32
          store-element %1.y[%3] = %5
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void catPrintsWhatItReads() throws IOException {
    assertEquals(DOUBLE, out(0, "cat", file("// first\n" + DOUBLE)));
    assertTrue(out(0, "cat", file(DOUBLE), "--places").contains("add %4, %4 : i32 @5:5\n"));
  }

  @Test
  void checkNamesThePlaceAndTheOperation() throws IOException {
    assertEquals("", out(0, "check", file(DOUBLE)));
    assertEquals(
        "k.ir:5:5: %4 is of type i32, expected i64.  [%5 = add %4, %4 : i64]\n"
            + "k.ir:5:5: %4 is of type i32, expected i64.  [%5 = add %4, %4 : i64]\n"
            + "k.ir:6:5: Elements of i32 are read and written as i32, which %5 is not."
            + "  [store-element %1.y[%3] = %5]\n",
        out(1, "check", file(DOUBLE.replace("%4 : i32\n    store", "%4 : i64\n    store"))));
  }

  @Test
  void runPrintsTheTensorsBeforeAndBehindThePipeline() throws IOException {
    String file = file(DOUBLE);
    String expected = "x=[0, 1, 2]\ny=[0, 2, 4]\n";
    assertEquals(expected, out(0, "run", file, "x=iota(3)", "y=zeros(3)"));
    assertEquals(
        expected, out(0, "run", file, "x=iota(3)", "y=zeros(3)", "--target", "cpu:x86-64-v2"));
  }

  @Test
  void emitPrintsTheBackendsText() throws IOException {
    assertTrue(out(0, "emit", file(DOUBLE)).contains("@kiln_k0_v3("));
  }

  @Test
  void passesListsOrShowsEachPass() throws IOException {
    assertTrue(out(0, "passes").contains("lower-tile-ops"));
    String shown = out(0, "passes", file(DOUBLE), "--stop", "simplify", "--time");
    assertTrue(shown.startsWith("// 1 "), shown);
    assertTrue(shown.contains(" simplify, CANONICAL\n"), shown);
    assertTrue(shown.contains(" %  simplify"), shown);
    assertFalse(shown.contains("lower-tile-ops"), shown);
    Path dump = folder.resolve("dump");
    out(0, "passes", file(DOUBLE), "--dump", dump.toString());
    try (Stream<Path> files = Files.list(dump)) {
      assertTrue(files.anyMatch(dumped -> dumped.toString().endsWith("-simplify.ir")));
    }
  }

  @Test
  void explainPrintsThePageOfEveryCode() throws IOException {
    List<Path> pages;
    try (Stream<Path> files = Files.list(Path.of("../docs/errors"))) {
      pages = files.filter(page -> page.getFileName().toString().startsWith("KILN")).toList();
    }
    assertFalse(pages.isEmpty());
    for (Path page : pages) {
      String code = page.getFileName().toString().replace(".md", "");
      assertEquals(Files.readString(page), out(0, "explain", code));
    }
    assertTrue(out(0, "explain", "kiln1203").startsWith("# KILN1203\n"));
    assertEquals("tilec: there is no code KILN9998\n", err(2, "explain", "KILN9998"));
    assertEquals("tilec: missing: a code, as KILN1203\n", err(2, "explain"));
  }

  @Test
  void mistakesAreOneSentence() throws IOException {
    assertEquals("k.ir:1:1: Expected 'kernel', found 'colonel'.\n", err(1, "cat", file("colonel")));
    assertEquals("tilec: there is no option --fast\n", err(2, "cat", "--fast"));
    assertEquals("tilec: missing: a file\n", err(2, "cat"));
    assertEquals("tilec: no argument for y\n", err(2, "run", file(DOUBLE), "x=iota(3)"));
  }

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("k.ir"), text).toString();
  }

  private static String out(int status, String... arguments) {
    return run(status, arguments).getFirst();
  }

  private static String err(int status, String... arguments) {
    return run(status, arguments).getLast();
  }

  private static List<String> run(int status, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int found = Tilec.run(List.of(arguments), new PrintWriter(out), new PrintWriter(err));
    assertEquals(status, found, err::toString);
    return new ArrayList<>(List.of(out.toString(), err.toString()));
  }
}
