package dev.kiln.lang;

import static dev.kiln.lang.Reference.Mode.BOUNDS;
import static dev.kiln.lang.Reference.Mode.POISON;
import static dev.kiln.lang.Reference.Mode.RACE;
import static dev.kiln.lang.Tile.F32;
import static dev.kiln.lang.Tile.I32;
import static dev.kiln.lang.Tile.atomicAdd;
import static dev.kiln.lang.Tile.clear;
import static dev.kiln.lang.Tile.copy;
import static dev.kiln.lang.Tile.fill;
import static dev.kiln.lang.Tile.fragment;
import static dev.kiln.lang.Tile.gemm;
import static dev.kiln.lang.Tile.grid;
import static dev.kiln.lang.Tile.parallel;
import static dev.kiln.lang.Tile.reduceSum;
import static dev.kiln.lang.Tile.shared;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each mode finds the fault that is planted for it, says where, and sees nothing else. */
class ReferenceTest {

  private final FloatTensor<F32> x = FloatTensor.of(F32, 4, 8);
  private final IntTensor<I32> n = IntTensor.of(I32, 4);

  @AfterEach
  void close() {
    x.close();
    n.close();
  }

  private static void finds(Reference.Mode mode, String message, Runnable kernel) {
    var fault = assertThrows(ReferenceException.class, () -> Reference.with(mode).run(kernel));
    assertEquals(message, fault.getMessage());
    assertEquals(mode, fault.mode());
    assertDoesNotThrow(kernel::run, "no mode is on by default");
  }

  private static void passes(Runnable kernel) {
    assertDoesNotThrow(() -> Reference.with(RACE, POISON, BOUNDS).run(kernel));
  }

  @Test
  void twoBlocksThatWriteOneElementAreARace() {
    finds(
        RACE,
        "Race on element [1, 0] of global f32[4, 8]: block [0, 0] wrote it, block [2, 0] writes it.",
        () -> grid(3, 2, (bx, by) -> x.set(by == 0 && bx != 1 ? 1 : 2 + by, bx % 2, 1f)));
  }

  @Test
  void aBlockThatReadsWhatAnotherCopiedOutIsARace() {
    finds(
        RACE,
        "Race on element [0, 7] of global f32[4, 8]: block [0] wrote it, block [1] reads it.",
        () ->
            grid(
                2,
                bx -> {
                  var tile = shared(F32, 1, 8);
                  fill(tile, x.get(bx - 1, 7));
                  copy(tile, x.at(bx, 0));
                }));
  }

  @Test
  void blocksThatOnlyReadOneElementDoNotRace() {
    passes(() -> grid(3, bx -> x.set(bx + 1, 0, x.get(0, 0))));
  }

  @Test
  void twoIterationsThatWriteOneElementAreARace() {
    finds(
        RACE,
        "Race on element [1] of shared f32[4]: iteration [0, 1] wrote it, iteration [1, 0] writes it.",
        () ->
            grid(
                1,
                bx -> {
                  var tile = shared(F32, 4);
                  parallel(2, 2, (i, j) -> tile.set(i + j, i));
                }));
  }

  @Test
  void anIterationThatWritesWhatOthersReadIsARace() {
    finds(
        RACE,
        "Race on element [1] of shared f32[4]: iteration [0] read it, iteration [1] writes it.",
        () ->
            grid(
                1,
                bx -> {
                  var tile = shared(F32, 4);
                  clear(tile);
                  parallel(3, i -> tile.set(i, tile.get(i + 1)));
                }));
  }

  @Test
  void oneParallelMayReadWhatTheOneBeforeWrote() {
    passes(
        () ->
            grid(
                1,
                bx -> {
                  var tile = shared(F32, 4);
                  var other = shared(F32, 4);
                  parallel(4, i -> tile.set(i, i));
                  parallel(4, i -> other.set(i, tile.get(3 - i)));
                }));
  }

  @Test
  void atomicAdditionsDoNotRaceWithEachOtherButWithReads() {
    passes(() -> grid(4, bx -> parallel(4, i -> atomicAdd(n, 0, 1))));
    finds(
        RACE,
        "Race on element [0] of global i32[4]: block [0] added to it, block [1] reads it.",
        () ->
            grid(
                2,
                bx -> {
                  if (bx == 0) {
                    atomicAdd(n, 0, 1);
                  } else {
                    n.set(1, n.get(0));
                  }
                }));
  }

  @Test
  void tensorsThatShareMemoryAreWatchedAsOne() {
    var alias = FloatTensor.over(F32, Memory.of(x.memory().host()), 32);
    finds(
        RACE,
        "Race on element [9] of global f32[32]: block [0] wrote it, block [1] writes it.",
        () ->
            grid(
                2,
                bx -> {
                  if (bx == 0) {
                    x.set(1, 1, 1f);
                  } else {
                    alias.set(9, 1f);
                  }
                }));
  }

  @Test
  void readingATileThatNothingWroteIsPoison() {
    finds(
        POISON,
        "Nothing wrote element [2, 1] of fragment f32[4, 2] before it is read.",
        () ->
            grid(
                1,
                bx -> {
                  var tile = fragment(F32, 4, 2);
                  tile.set(2, 0, 1f);
                  x.set(0, 0, tile.get(2, 0));
                  x.set(0, 0, tile.get(2, 1));
                }));
  }

  @Test
  void anAccumulatorThatIsNotClearedIsPoison() {
    finds(
        POISON,
        "Nothing wrote element [0, 0] of fragment f32[2, 2] before it is read.",
        () ->
            grid(
                1,
                bx -> {
                  var a = shared(F32, 2, 2);
                  var acc = fragment(F32, 2, 2);
                  fill(a, 1f);
                  gemm(a, a, acc);
                }));
  }

  @Test
  void copyingOutATileWrittenInPartIsPoisonOnlyWhereItLandsInside() {
    Runnable partial =
        () ->
            grid(
                1,
                bx -> {
                  var tile = shared(F32, 2, 4);
                  parallel(2, 2, (i, j) -> tile.set(i, j, 1f));
                  copy(tile, x.at(0, 6));
                });
    passes(partial);
    finds(
        POISON,
        "Nothing wrote element [0, 2] of shared f32[2, 4] before it is read.",
        () ->
            grid(
                1,
                bx -> {
                  var tile = shared(F32, 2, 4);
                  parallel(2, 2, (i, j) -> tile.set(i, j, 1f));
                  copy(tile, x.at(0, 5));
                }));
  }

  @Test
  void copyingInFromOutsideWritesZeros() {
    passes(
        () ->
            grid(
                1,
                bx -> {
                  var tile = shared(F32, 4, 8);
                  var sums = fragment(F32, 4);
                  copy(x.at(2, 4), tile);
                  reduceSum(tile, sums, 1);
                }));
  }

  @Test
  void anElementOutsideIsOutOfBoundsAndACopyIsNot() {
    finds(
        BOUNDS,
        "Element [4, 0] is outside of global f32[4, 8].",
        () ->
            grid(
                1,
                bx -> {
                  var tile = shared(F32, 4, 8);
                  copy(x.at(2, 2), tile);
                  x.set(4, 0, 1f);
                }));
  }

  @Test
  void theSeedFixesTheOrderOfBlocks() {
    var straight = order(Reference.with());
    var first = order(Reference.with().seed(1));
    assertEquals(12, Set.copyOf(first).size());
    assertEquals(Set.copyOf(straight), Set.copyOf(first));
    assertNotEquals(straight, first);
    assertEquals(first, order(Reference.with().seed(1)));
    assertNotEquals(first, order(Reference.with().seed(2)));
    assertEquals(List.of(0, 0, 0), straight.getFirst());
    assertEquals(List.of(1, 0, 0), straight.get(1));
  }

  private static List<List<Integer>> order(Reference reference) {
    List<List<Integer>> order = new ArrayList<>();
    reference.run(() -> grid(3, 2, 2, (bx, by, bz) -> order.add(List.of(bx, by, bz))));
    return order;
  }

  @Test
  void settingsNameModesAndASeed() {
    assertEquals(
        new Reference(Set.of(RACE, BOUNDS), 7), Settings.parse("race, bounds", "7").reference());
    assertEquals(new Reference(Set.of(), 0), Settings.parse("", "0").reference());
    var wrong = assertThrows(IllegalArgumentException.class, () -> Settings.parse("races", "0"));
    assertEquals(
        "Expected race, poison, bounds or shuffle in kiln.reference, found 'races'.",
        wrong.getMessage());
    assertThrows(IllegalArgumentException.class, () -> Settings.parse("", "x"));
  }
}
