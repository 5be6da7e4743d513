package dev.kiln.testkit.arch;

import static dev.kiln.testkit.arch.Findings.assertFinds;
import static dev.kiln.testkit.arch.Findings.assertNone;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Kiln's own sources follow the house rules, and each rule finds a planted mistake. */
class SourceRulesTest {
  private static final List<Source> MAIN = Source.main();
  private static final List<Source> ALL =
      Stream.concat(MAIN.stream(), Source.test().stream()).toList();

  /** Without the examples, which are written as a user writes. */
  private static final List<Source> HOUSE =
      MAIN.stream().filter(source -> !source.name().startsWith("examples/")).toList();

  /** Files that list many small things and may be long. */
  private static final Set<String> CATALOGUES =
      Set.of(
          "annotations/src/main/java/dev/kiln/lang/Tile.java",
          // written by a test
          "lowering/src/main/java/dev/kiln/ir/OpAccesses.java",
          "processor/src/main/java/dev/kiln/processor/diagnostics/Code.java");

  /** Methods that are tables and may be long. */
  private static final Set<String> TABLES = Set.of("ScalarTable.math");

  /** Methods that may take more than five parameters. */
  private static final Set<String> MANY_PARAMETERS =
      Set.of(
          // element access and atomics by rank
          "Tile.atomicAdd",
          // extents, options and a body
          "Tile.grid",
          // two slices and a factor, four times
          "Products.addScaled",
          // a row and a column, each as a base and a constant
          "GemmTileBuilder.leftElement",
          // each of three things with its place
          "TileRules.reduces",
          "FloatTensor.set",
          "DoubleTensor.set",
          "IntTensor.set",
          "LongTensor.set",
          "BoolTensor.set");

  /** Switches that are over a sealed family and may have a default. */
  private static final Set<String> DEFAULTS = Set.of();

  /** Lines that two packages of code generators may share. */
  private static final int SHARED_LINES = 30;

  @Test
  void thereIsCodeToCheck() {
    assertTrue(MAIN.size() > 50, () -> "only %d main sources".formatted(MAIN.size()));
  }

  @Test
  void filesAreShort() {
    assertNone(SourceRules.longFiles(ALL, CATALOGUES));
  }

  @Test
  void aLongFileIsFound() {
    assertFinds(
        "has 601 lines",
        SourceRules.longFiles(List.of(planted("\n".repeat(600) + "class A {}")), Set.of()));
  }

  @Test
  void methodsAreShort() {
    assertNone(SourceRules.longMethods(MAIN, TABLES));
  }

  @Test
  void aLongMethodIsFound() {
    String body = "x();\n".repeat(41);
    assertFinds(
        "f has a body of 41 lines",
        SourceRules.longMethods(
            List.of(planted("class A { void f() {\n" + body + "} }")), Set.of()));
  }

  @Test
  void aLongSwitchIsFoundOnlyAboveItsOwnLimit() {
    assertNone(SourceRules.longMethods(List.of(planted(switchOf(110))), Set.of()));
    assertFinds(
        "f has a body of", SourceRules.longMethods(List.of(planted(switchOf(130))), Set.of()));
  }

  @Test
  void parameterListsAreShort() {
    assertNone(SourceRules.longParameterLists(MAIN, MANY_PARAMETERS));
  }

  @Test
  void aLongParameterListIsFound() {
    assertFinds(
        "takes 6 parameters",
        SourceRules.longParameterLists(
            List.of(planted("class A { void f(int a, int b, int c, int d, int e, int g) {} }")),
            Set.of()));
  }

  @Test
  void namesSayWhatThingsAre() {
    assertNone(SourceRules.vagueNames(ALL));
  }

  @Test
  void aVagueNameIsFound() {
    assertFinds(
        "StringUtils is no name",
        SourceRules.vagueNames(List.of(planted("class A { class StringUtils {} }"))));
  }

  @Test
  void typesAreDocumented() {
    assertNone(SourceRules.undocumentedTypes(MAIN));
  }

  @Test
  void aTypeWithoutJavadocIsFound() {
    assertFinds(
        "B has no Javadoc",
        SourceRules.undocumentedTypes(
            List.of(planted("/** Documented. */\nclass A { /* not Javadoc */ record B() {} }"))));
  }

  @Test
  void packagesAreDescribedAndNullMarked() {
    assertNone(SourceRules.undescribedPackages(HOUSE));
  }

  @Test
  void aPackageWithoutDescriptionIsFound() {
    assertFinds("planted has no", SourceRules.undescribedPackages(List.of(planted("class A {}"))));
  }

  @Test
  void nothingIsLeftForLater() {
    assertNone(SourceRules.leftovers(ALL));
  }

  @Test
  void aReminderIsFound() {
    String reminder = "TO" + "DO";
    assertFinds(
        ":1:", SourceRules.leftovers(List.of(planted("class A {} // " + reminder + " later"))));
    assertFinds(":1:", SourceRules.leftovers(List.of(planted("/" + "// Markdown\nclass A {}"))));
  }

  @Test
  void switchesOverSealedFamiliesHaveNoDefault() {
    assertNone(SealedSwitches.withDefault(MAIN, DEFAULTS));
  }

  @Test
  void aDefaultOverASealedFamilyIsFound() {
    String code =
        """
        class A {
          sealed interface Op {}
          interface Low extends Op {}
          record Add(int a) implements Low {}
          int f(Op op) { return switch (op) { %s default -> 0; }; }
        }
        """;
    Source question = planted(code.formatted("case Add(int a) -> a;".repeat(8)));
    assertNone(SealedSwitches.withDefault(List.of(question), Set.of()));
    Source dispatch = planted(code.formatted("case Add(int a) -> a;".repeat(9)));
    assertFinds(":5: a default", SealedSwitches.withDefault(List.of(dispatch), Set.of()));
  }

  @Test
  void codeGeneratorsAreNotCopiesOfEachOther() {
    assertNone(
        Twins.over(
            SHARED_LINES,
            MAIN.stream().filter(source -> source.packageName().contains(".codegen")).toList()));
  }

  @Test
  void aCopiedCodeGeneratorIsFound() {
    String body = "interface A {\n" + "  int aMethodOfIts();\n".repeat(6) + "}\n";
    Source one = Source.planted("a/A.java", "package a;\n" + body);
    Source two = Source.planted("b/A.java", "package b;\n" + body);
    assertFinds("a and b share", Twins.over(5, List.of(one, two)));
  }

  private static Source planted(String text) {
    return Source.planted("planted/A.java", text);
  }

  private static String switchOf(int arms) {
    return "class A { int f(int i) {\nreturn switch (i) {\n"
        + "case 1 -> 2;\n".repeat(arms)
        + "};\n} }";
  }
}
