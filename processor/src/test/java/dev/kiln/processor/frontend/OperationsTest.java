package dev.kiln.processor.frontend;

import static dev.kiln.processor.frontend.Sweep.Trial.right;
import static dev.kiln.processor.frontend.Sweep.Trial.rightIf;
import static dev.kiln.processor.frontend.Sweep.Trial.wrong;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.ir.DType;
import dev.kiln.processor.frontend.Sweep.Place;
import dev.kiln.processor.frontend.Sweep.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Every word of the language with every element type, rank, scope and kind of operand: what does
 * not fit is refused by its code at the very operand, and the rest is taken, by javac too.
 */
final class OperationsTest {
  private static final String DTYPE = "KILN1204";
  private static final String TYPE = "KILN1112";
  private static final String RANK = "KILN1201";
  private static final String SHAPE = "KILN1202";
  private static final String COUNT = "KILN1205";
  private static final String AXIS = "KILN1206";
  private static final String SCOPE = "KILN1302";

  private static final List<DType> TYPES = List.of(DType.values());
  private static final List<String> REDUCTIONS =
      List.of("reduceSum", "reduceMax", "reduceMin", "reduceAbsMax");

  /** Values by Java's type, from the one that fits most elements to the one that fits none. */
  private static final Map<String, String> VALUES =
      Map.of("int", "1", "long", "2L", "float", "3f", "double", "4.0", "boolean", "true");

  private static final List<String> NUMBERS = List.of("int", "long", "float", "double");

  /** Tensors of each rank, and one of truth values. */
  private static final String TENSORS =
      "@Dims(\"a\") FloatTensor<F32> g1, @Dims(\"a, b\") FloatTensor<F32> g2,"
          + " @Dims(\"a, b, c\") FloatTensor<F32> g3, @Dims(\"a, b, c, d\") FloatTensor<F32> g4,"
          + " @Dims(\"a, b, c, d, e\") FloatTensor<F32> g5, @Dims(\"a, b\") BoolTensor gb";

  /** A square tile {@code tile_f16}, a row {@code row_f16} of each type, and some of each rank. */
  private static String tiles() {
    return TYPES.stream()
            .map(
                type ->
                    "var %1$s = shared(%3$s, 8, 8); var %2$s = fragment(%3$s, 8);"
                        .formatted(tile(type), row(type), type.name()))
            .collect(Collectors.joining("\n"))
        + """

          var t1 = shared(F32, 8);
          var t2 = fragment(F32, 8, 8);
          var t3 = local(F32, 8, 8, 8);
          var wide = shared(F32, 8, 16);
          """;
  }

  private static String tile(DType type) {
    return "tile_" + type.text();
  }

  private static String row(DType type) {
    return "row_" + type.text();
  }

  /** What elements of a type are in Java. */
  private static String java(DType type) {
    return Primitive.of(type).word();
  }

  /** Whether Java lets a value of one type be assigned to another (JLS 5.2). */
  private static boolean widens(String from, String to) {
    return from.equals(to)
        || (NUMBERS.contains(from)
            && NUMBERS.contains(to)
            && NUMBERS.indexOf(from) <= NUMBERS.indexOf(to));
  }

  private static void check(List<Trial> trials) {
    new Sweep(trials).check(Place.BLOCK, TENSORS, tiles());
  }

  // Element types

  @Test
  void copiesConvertAllButTruthValues() {
    List<Trial> trials = new ArrayList<>();
    for (DType from : TYPES) {
      for (DType to : TYPES) {
        boolean fits = (from == DType.BOOL) == (to == DType.BOOL);
        trials.add(rightIf(fits, DTYPE, "«copy(%s, %s)»;".formatted(tile(from), tile(to))));
      }
    }
    check(trials);
  }

  @Test
  void valuesFitElementsAsInJava() {
    List<Trial> trials = new ArrayList<>();
    for (DType type : TYPES) {
      trials.add(right("clear(%s);".formatted(tile(type))));
      VALUES.forEach(
          (java, value) -> {
            boolean fits = widens(java, java(type));
            trials.add(rightIf(fits, TYPE, "fill(%s, «%s»);".formatted(tile(type), value)));
            trials.add(rightIf(fits, TYPE, "%s.set(0, 1, «%s»);".formatted(tile(type), value)));
            trials.add(
                type == DType.BOOL
                    ? wrong(DTYPE, "atomicAdd(«%s», 0, 1, %s);".formatted(tile(type), value))
                    : rightIf(
                        fits, TYPE, "atomicAdd(%s, 0, 1, «%s»);".formatted(tile(type), value)));
          });
      for (String to : VALUES.keySet()) {
        String element = "{ %s v = «%s.get(0, 1)»; }".formatted(to, tile(type));
        trials.add(rightIf(widens(java(type), to), TYPE, element));
      }
    }
    check(trials);
  }

  @Test
  void productsAreOfOneTypeAndSumsOfItsFamily() {
    List<Trial> trials = new ArrayList<>();
    for (DType a : TYPES) {
      for (DType b : TYPES) {
        for (DType c : TYPES) {
          boolean sums = java(a).equals(java(c)) && c != DType.BOOL;
          boolean factors = a.multiplies(b);
          String right = factors ? tile(b) : "«" + tile(b) + "»";
          String sum = !factors || sums ? tile(c) : "«" + tile(c) + "»";
          String call = "gemm(%s, %s, %s);".formatted(tile(a), right, sum);
          trials.add(rightIf(factors && sums, DTYPE, call));
        }
      }
      if (a != DType.BOOL) {
        String call = "gemm(%1$s, %1$s, %1$s, «TF32»);".formatted(tile(a));
        trials.add(rightIf(a == DType.F32, DTYPE, call));
      }
    }
    check(trials);
  }

  @Test
  void reductionsStayInTheFamily() {
    List<Trial> trials = new ArrayList<>();
    for (String word : REDUCTIONS) {
      for (DType from : TYPES) {
        for (DType to : TYPES) {
          boolean fits = java(from).equals(java(to)) && from != DType.BOOL;
          for (String more : List.of("", ", false")) {
            String call = "%s(%s, «%s», 1%s);".formatted(word, tile(from), row(to), more);
            trials.add(rightIf(fits, DTYPE, call));
          }
        }
      }
    }
    check(trials);
  }

  @Test
  void functionsOfNumbersTakeNothingElse() {
    List<Trial> trials = new ArrayList<>();
    ScalarTable.rows(ScalarTable.Family.TILE)
        .forEach(
            (name, row) -> {
              List<String> fitting = new ArrayList<>(Collections.nCopies(row.arity(), "1"));
              if (row.signature() == ScalarTable.Signature.SELECT) {
                fitting.set(0, "true");
              }
              trials.add(right("{ var v = " + call(name, fitting) + "; }"));
              for (int i = 0; i < row.arity(); i++) {
                List<String> wrong = new ArrayList<>(fitting);
                wrong.set(i, "«" + (fitting.get(i).equals("1") ? "true" : "1") + "»");
                trials.add(wrong(TYPE, "{ var v = " + call(name, wrong) + "; }"));
                wrong.set(i, "«t1»");
                trials.add(wrong(TYPE, "{ var v = " + call(name, wrong) + "; }"));
              }
              List<String> more = new ArrayList<>(fitting);
              more.add("1");
              trials.add(wrong("KILN1111", "{ var v = «" + name + "»" + arguments(more) + "; }"));
            });
    check(trials);
  }

  private static String call(String name, List<String> arguments) {
    return name + arguments(arguments);
  }

  private static String arguments(List<String> arguments) {
    return "(" + String.join(", ", arguments) + ")";
  }

  // Ranks and shapes

  private static String indices(int count) {
    return String.join(", ", Collections.nCopies(count, "0"));
  }

  @Test
  void elementsHaveAnIndexForEachDimension() {
    List<Trial> trials = new ArrayList<>();
    for (String name : List.of("g1", "g2", "g3", "g4", "g5", "t1", "t2", "t3")) {
      int rank = name.charAt(1) - '0';
      for (int count = 0; count <= 6; count++) {
        String at = indices(count);
        String more = count == 0 ? "1f" : at + ", 1f";
        boolean fits = count == rank;
        trials.add(rightIf(fits, COUNT, "{ var v = «%s.get(%s)»; }".formatted(name, at)));
        trials.add(rightIf(fits, COUNT, "«%s.set(%s)»;".formatted(name, more)));
        trials.add(
            rightIf(
                1 <= count && count <= rank,
                COUNT,
                "{ var v = «%s.at(%s)»; }".formatted(name, at)));
        if (1 <= count && count <= 5) {
          trials.add(rightIf(fits, COUNT, "«atomicAdd(%s, %s, 1f)»;".formatted(name, at)));
        }
      }
      for (int axis = -1; axis <= 5; axis++) {
        boolean fits = 0 <= axis && axis < rank;
        trials.add(rightIf(fits, AXIS, "{ var v = %s.dim(«%d»); }".formatted(name, axis)));
      }
      trials.add(rightIf(rank > 1, RANK, "{ var v = «%s.t()»; }".formatted(name)));
    }
    check(trials);
  }

  @Test
  void copiesCoverTheLastDimensions() {
    List<Trial> trials = new ArrayList<>();
    for (int tile = 1; tile <= 3; tile++) {
      for (int other = 1; other <= 3; other++) {
        trials.add(rightIf(tile == other, SHAPE, "«copy(t%d, t%d)»;".formatted(tile, other)));
      }
      for (int tensor = 1; tensor <= 5; tensor++) {
        boolean fits = tensor >= tile;
        String region = "g%d.at(0)".formatted(tensor);
        trials.add(rightIf(fits, RANK, "copy(«g%d», t%d);".formatted(tensor, tile)));
        trials.add(rightIf(fits, RANK, "copy(t%d, «g%d»);".formatted(tile, tensor)));
        trials.add(rightIf(fits, RANK, "copy(«%s», t%d);".formatted(region, tile)));
        trials.add(rightIf(fits, RANK, "copy(t%d, «%s»);".formatted(tile, region)));
      }
    }
    trials.add(wrong(SHAPE, "«copy(wide, wide.t())»;"));
    trials.add(wrong(SHAPE, "«copy(wide, t2)»;"));
    trials.add(wrong("KILN1208", "«copy(g2, g2)»;"));
    trials.add(wrong("KILN1208", "«copy(g2.at(0), g2.at(1))»;"));
    check(trials);
  }

  @Test
  void productsAndReductionsFitTheirShapes() {
    List<Trial> trials = new ArrayList<>();
    for (String word : REDUCTIONS) {
      for (int axis = -1; axis <= 3; axis++) {
        trials.add(rightIf(axis == 0, AXIS, "%s(t1, shared(F32, 1), «%d»);".formatted(word, axis)));
        boolean isIn = 0 <= axis && axis < 2;
        trials.add(rightIf(isIn, AXIS, "%s(t2, t1, «%d»);".formatted(word, axis)));
        trials.add(rightIf(0 <= axis && axis < 3, AXIS, "%s(t3, t2, «%d»);".formatted(word, axis)));
      }
      trials.add(wrong("KILN1207", word + "(t2, «t2», 0);"));
      trials.add(wrong("KILN1207", word + "(t3, «t1», 0);"));
      trials.add(wrong("KILN1207", word + "(wide, «t1», 0);"));
      trials.add(wrong("KILN1120", word + "(t2, t1, «p»);"));
      trials.add(wrong("KILN1120", word + "(t2, t1, 0, «p > 0»);"));
      trials.add(wrong(TYPE, word + "(t2, t1, 0, «1»);"));
    }
    for (String other : List.of("t1", "t3")) {
      trials.add(wrong(RANK, "gemm(«%s», t2, t2);".formatted(other)));
      trials.add(wrong(RANK, "gemm(t2, «%s», t2);".formatted(other)));
      trials.add(wrong(RANK, "gemm(t2, t2, «%s»);".formatted(other)));
    }
    trials.add(right("gemm(t2, wide, wide);"));
    trials.add(right("gemm(wide, wide.t(), t2);"));
    trials.add(wrong("KILN1203", "gemm(wide, «wide», t2);"));
    trials.add(wrong("KILN1203", "gemm(«wide», wide, shared(F32, 16, 16));"));
    trials.add(wrong("KILN1203", "gemm(t2, t2, «wide»);"));
    trials.add(wrong("KILN1102", "gemm(t2, t2, «t2.t()»);"));
    check(trials);
  }

  // Scopes and places

  @Test
  void wordsOnTilesTakeTilesOfAnyScopeAndNothingElse() {
    List<Trial> trials = new ArrayList<>();
    Map<String, String> others =
        Map.of("g2", SCOPE, "1", TYPE, "true", TYPE, "F32", TYPE, "g2.at(0, 0)", TYPE);
    List<String> calls = new ArrayList<>();
    calls.addAll(List.of("clear(%s);", "fill(%s, 1f);", "atomicAdd(%s, 0, 0, 1f);"));
    calls.addAll(List.of("gemm(%s, t2, t2);", "gemm(t2, %s, t2);", "gemm(t2, t2, %s);"));
    REDUCTIONS.forEach(word -> calls.add(word + "(%s, t1, 0);"));
    REDUCTIONS.forEach(word -> calls.add(word + "(t3, %s, 0);"));
    for (String call : calls) {
      for (String scope : List.of("shared", "fragment", "local")) {
        trials.add(right(call.formatted(scope + "(F32, 8, 8)")));
      }
      others.forEach(
          (operand, code) -> {
            boolean isAtomic = code.equals(SCOPE) && call.startsWith("atomicAdd");
            trials.add(rightIf(isAtomic, code, call.formatted("«" + operand + "»")));
          });
    }
    check(trials);
  }

  private static final List<String> ON_TILES =
      List.of(
          "«clear»(t2);",
          "«fill»(t2, 1f);",
          "«copy»(t2, t2);",
          "«gemm»(t2, t2, t2);",
          "«reduceSum»(t2, t1, 0);",
          "«reduceMax»(t2, t1, 0);",
          "«reduceMin»(t2, t1, 0);",
          "«reduceAbsMax»(t2, t1, 0);",
          "«parallel»(4, (k) -> {});",
          "for (int k : «pipelined»(4, 2)) {}");

  private static final List<String> ANYWHERE_IN_A_BLOCK =
      List.of(
          "atomicAdd(t1, 0, 1f);",
          "print(\"x\", q);",
          "assertTrue(q > 0, \"x\");",
          "for (int k : serial(4)) {}",
          "for (int k : unroll(4)) {}");

  private static final List<String> MAKING_TILES =
      List.of(
          "{ var v = «shared»(F32, 8); }",
          "{ var v = «fragment»(F32, 8); }",
          "{ var v = «local»(F32, 8); }");

  @Test
  void wordsOnTilesStandInTheBlock() {
    List<Trial> within = new ArrayList<>();
    ON_TILES.forEach(call -> within.add(wrong("KILN1301", call)));
    MAKING_TILES.forEach(call -> within.add(wrong("KILN1303", call)));
    ANYWHERE_IN_A_BLOCK.forEach(call -> within.add(right(call)));
    within.add(wrong("KILN1115", "«grid»(1, (x) -> {});"));
    new Sweep(within).check(Place.PARALLEL, TENSORS, tiles());
    List<Trial> block = new ArrayList<>();
    ON_TILES.forEach(call -> block.add(right(call.replaceAll("[«»]", ""))));
    MAKING_TILES.forEach(call -> block.add(right(call.replaceAll("[«»]", ""))));
    ANYWHERE_IN_A_BLOCK.forEach(call -> block.add(right(call)));
    block.add(wrong("KILN1115", "«grid»(1, (x) -> {});"));
    for (String option : List.of("threads(64)", "swizzle(2)", "persistent()")) {
      block.add(wrong("KILN1130", "«%s»;".formatted(option)));
    }
    check(block);
    List<Trial> before = new ArrayList<>();
    for (String call : List.of("g1.set(0, 1f)", "atomicAdd(g1, 0, 1f)", "print(\"x\", p)")) {
      before.add(wrong("KILN1116", "«%s;»".formatted(call)));
    }
    before.add(wrong("KILN1116", "var v0 = «g1.get(0)»;"));
    before.add(wrong("KILN1116", "var v1 = «shared»(F32, 8);"));
    before.add(right("int v2 = ceilDiv(p, 4) + g2.dim(1);"));
    new Sweep(before).check(Place.PROLOGUE, TENSORS, "");
  }

  @Test
  void extentsAreNumbersAndThoseOfTilesConstants() {
    List<Trial> trials = new ArrayList<>();
    for (String word : List.of("shared", "fragment", "local")) {
      trials.add(wrong("KILN1120", "{ var v = %s(F32, «p»); }".formatted(word)));
      trials.add(wrong("KILN1123", "{ var v = %s(F32, 8, «0»); }".formatted(word)));
      trials.add(wrong("KILN1123", "{ var v = «%s(F32, 8, 8, 8, 8)»; }".formatted(word)));
      trials.add(wrong(TYPE, "{ var v = %s(F32, «8L»); }".formatted(word)));
      trials.add(wrong(TYPE, "{ var v = %s(«t1», 8); }".formatted(word)));
      trials.add(wrong("KILN1111", "{ var v = «%s»(F32); }".formatted(word)));
    }
    for (String type : TYPES.stream().map(Enum::name).toList()) {
      trials.add(right("{ var v = shared(%s, 8, 8, 8); }".formatted(type)));
    }
    for (String range : List.of("serial(%s)", "unroll(%s)", "pipelined(%s, 2)")) {
      trials.add(right("for (int k : %s) {}".formatted(range.formatted("p"))));
      trials.add(wrong(TYPE, "for (int k : %s) {}".formatted(range.formatted("«1.5f»"))));
      trials.add(wrong(TYPE, "for (int k : %s) {}".formatted(range.formatted("«t1»"))));
    }
    trials.add(wrong("KILN1120", "for (int k : pipelined(4, «p»)) {}"));
    trials.add(wrong("KILN1123", "for (int k : pipelined(4, «17»)) {}"));
    trials.add(right("parallel(p, (i) -> {});"));
    trials.add(wrong(TYPE, "parallel(«1.5f», (i) -> {});"));
    trials.add(wrong("KILN1123", "parallel(«-1», (i) -> {});"));
    trials.add(wrong("KILN1113", "parallel(4, «(i, j) -> {}»);"));
    trials.add(wrong("KILN1119", "print(«q», 1);"));
    trials.add(wrong(TYPE, "print(\"x\", «t1»);"));
    trials.add(wrong(TYPE, "assertTrue(«1», \"x\");"));
    check(trials);
  }

  /** The words of which this test has trials. */
  @Test
  void everyWordIsTried() {
    Set<Word> tried = EnumSet.of(Word.GRID, Word.THREADS, Word.SWIZZLE, Word.PERSISTENT);
    IntStream.of(0, 1, 2)
        .mapToObj(List.of(ON_TILES, ANYWHERE_IN_A_BLOCK, MAKING_TILES)::get)
        .flatMap(List::stream)
        .flatMap(call -> Arrays.stream(call.split("\\W+")))
        .map(Word::of)
        .filter(word -> word != null)
        .forEach(tried::add);
    assertEquals(EnumSet.allOf(Word.class), tried);
  }
}
