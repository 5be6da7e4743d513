package dev.kiln.lang;

import static dev.kiln.lang.Tile.F16;
import static dev.kiln.lang.Tile.F32;
import static dev.kiln.lang.Tile.FULL_ROW;
import static dev.kiln.lang.Tile.SQUARE;
import static dev.kiln.lang.Tile.TF32;
import static dev.kiln.lang.Tile.clear;
import static dev.kiln.lang.Tile.fragment;
import static dev.kiln.lang.Tile.gemm;
import static dev.kiln.lang.Tile.grid;
import static dev.kiln.lang.Tile.persistent;
import static dev.kiln.lang.Tile.shared;
import static dev.kiln.lang.Tile.swizzle;
import static dev.kiln.lang.Tile.threads;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What may be asked of grid and gemm, and what the checking words refuse. */
class OptionsTest {

  private static void refuses(String message, Executable code) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, code).getMessage());
  }

  @Test
  void optionsOfAGridChangeNoBlock() {
    List<Integer> found = new ArrayList<>();
    grid(2, 3, threads(64), swizzle(2), persistent(), (x, y) -> found.add(10 * x + y));
    assertEquals(List.of(0, 1, 2, 10, 11, 12), found.stream().sorted().toList());
  }

  @Test
  void optionsOfAGridAreRefused() {
    refuses("Expected a power of two from 32 to 1024 for threads, found 48.", () -> threads(48));
    refuses("Expected 1 or more neighbours for swizzle, found 0.", () -> swizzle(0));
    refuses(
        "Expected a grid of 2 or 3 extents for swizzle, found 1.",
        () -> grid(1, swizzle(2), x -> {}));
    refuses(
        "Expected each option of grid once, found persistent twice.",
        () -> grid(1, persistent(), persistent(), x -> {}));
  }

  @Test
  void factorsAreRoundedToTf32WhenAsked() {
    // A middle of two, to the even one below; a little more goes up.
    float even = 1 + 0x1p-11f;
    grid(
        1,
        x -> {
          var a = shared(F32, 1, 1);
          var acc = fragment(F32, 1, 1);
          clear(acc);
          a.set(0, 0, even);
          gemm(a, a, acc, TF32, FULL_ROW);
          assertEquals(1f, acc.get(0, 0));
          a.set(0, 0, Math.nextUp(even));
          clear(acc);
          gemm(a, a, acc, TF32);
          assertEquals((1 + 0x1p-10f) * (1 + 0x1p-10f), acc.get(0, 0));
          a.set(0, 0, even);
          clear(acc);
          gemm(a, a, acc);
          assertEquals(even * even, acc.get(0, 0));
        });
  }

  @Test
  void optionsOfGemmAreRefused() {
    grid(
        1,
        x -> {
          var a = shared(F16, 1, 1);
          var acc = fragment(F32, 1, 1);
          clear(a);
          clear(acc);
          refuses(
              "Expected factors of f32 for TF32, found f16 and f16.", () -> gemm(a, a, acc, TF32));
          refuses(
              "Expected TF32 once and one of SQUARE, FULL_ROW and FULL_COLUMN, found SQUARE and"
                  + " FULL_ROW.",
              () -> gemm(a, a, acc, SQUARE, FULL_ROW));
        });
  }

  @Test
  void checksStandInsideOfAGrid() {
    refuses("Expected print inside of a grid, found it outside.", () -> Tile.print("x", 1));
    refuses("Expected assertTrue inside of a grid, found it outside.", () -> Tile.assertTrue(true));
  }
}
