package dev.kiln.lang;

import static dev.kiln.lang.Tile.BOOL;
import static dev.kiln.lang.Tile.F16;
import static dev.kiln.lang.Tile.F32;
import static dev.kiln.lang.Tile.F64;
import static dev.kiln.lang.Tile.I32;
import static dev.kiln.lang.Tile.I64;
import static dev.kiln.lang.Tile.I8;
import static dev.kiln.lang.Tile.clear;
import static dev.kiln.lang.Tile.copy;
import static dev.kiln.lang.Tile.fill;
import static dev.kiln.lang.Tile.fragment;
import static dev.kiln.lang.Tile.gemm;
import static dev.kiln.lang.Tile.grid;
import static dev.kiln.lang.Tile.parallel;
import static dev.kiln.lang.Tile.pipelined;
import static dev.kiln.lang.Tile.reduceAbsMax;
import static dev.kiln.lang.Tile.reduceMax;
import static dev.kiln.lang.Tile.reduceMin;
import static dev.kiln.lang.Tile.reduceSum;
import static dev.kiln.lang.Tile.serial;
import static dev.kiln.lang.Tile.shared;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The words on tiles, one by one. */
class WordsTest {

  private static void refuses(String message, Executable code) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, code).getMessage());
  }

  private static void inBlock(Runnable code) {
    grid(1, bx -> code.run());
  }

  @Test
  void everyCopyEqualsElementByElementAccess() {
    var random = new SplittableRandom(11);
    for (int round = 0; round < 300; round++) {
      int[] dims = {random.nextInt(1, 4), random.nextInt(1, 7), random.nextInt(1, 7)};
      int[] at = {
        random.nextInt(-1, 4), random.nextInt(-3, 8), random.nextInt(-3, 8),
      };
      int rows = random.nextInt(1, 6);
      int columns = random.nextInt(1, 6);
      boolean transposed = random.nextBoolean();
      boolean narrow = random.nextBoolean();
      try (var source = FloatTensor.of(F32, dims);
          var target = FloatTensor.of(F32, dims)) {
        float[] values = new float[dims[0] * dims[1] * dims[2]];
        for (int i = 0; i < values.length; i++) {
          values[i] = i + 1;
        }
        source.copyFrom(values);
        var from = transposed ? source.t() : source;
        var to = transposed ? target.t() : target;
        inBlock(
            () -> {
              var tile = narrow ? shared(F16, rows, columns) : shared(F32, rows, columns);
              fill(tile, -1f);
              copy(from.at(at), tile);
              for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                  assertEquals(from.get(at[0], at[1] + i, at[2] + j), tile.get(i, j));
                }
              }
              fill(tile, 7f);
              copy(tile, to.at(at));
              float expected = 0;
              for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                  expected += to.get(at[0], at[1] + i, at[2] + j);
                }
              }
              float written = 0;
              for (float value : target.toFloats()) {
                written += value;
              }
              assertEquals(expected, written, "nothing else was written");
            });
      }
    }
  }

  @Test
  void aCopyConvertsElementTypesAsCastsDo() {
    try (var doubles = DoubleTensor.of(F64, 4);
        var bytes = IntTensor.of(I8, 4);
        var longs = LongTensor.of(I64, 4);
        var truths = BoolTensor.of(BOOL, 4)) {
      doubles.copyFrom(new double[] {1.9, -300.2, 1e30, Double.NaN});
      inBlock(
          () -> {
            copy(doubles, bytes);
            copy(doubles, longs);
            refuses(
                "Expected two sides of numbers or of truth values for copy, found global bool[4]"
                    + " and global i64[4].",
                () -> copy(truths, longs));
          });
      assertArrayEquals(new int[] {1, (byte) -300, (byte) Integer.MAX_VALUE, 0}, bytes.toInts());
      assertArrayEquals(new long[] {1, -300, Long.MAX_VALUE, 0}, longs.toLongs());
    }
  }

  @Test
  void aTensorWithoutAnchorStartsAtItsOrigin() {
    try (var x = FloatTensor.of(F32, 5)) {
      x.copyFrom(new float[] {1, 2, 3, 4, 5});
      inBlock(
          () -> {
            var tile = shared(F32, 8);
            copy(x, tile);
            assertArrayEquals(new float[] {1, 2, 3, 4, 5, 0, 0, 0}, tile.toFloats());
            var other = shared(F32, 4);
            refuses(
                "Expected two sides of the same extents for copy, found shared f32[8] and shared"
                    + " f32[4].",
                () -> copy(tile, other));
            var deep = shared(F32, 2, 2);
            refuses(
                "Expected a tile of at most 1 dimensions for copy with global f32[5], found extents"
                    + " [2, 2].",
                () -> copy(x.at(0), deep));
          });
    }
  }

  @Test
  void gemmAccumulatesInF32AndTakesTransposedViews() {
    inBlock(
        () -> {
          var a = shared(F16, 3, 5);
          var b = shared(F16, 4, 5);
          var acc = fragment(F32, 3, 4);
          parallel(3, 5, (i, k) -> a.set(i, k, i + 0.25f * k));
          parallel(4, 5, (j, k) -> b.set(j, k, 2049f * (j + k)));
          fill(acc, 1f);
          gemm(a, b.t(), acc);
          gemm(a, b.t(), acc);
          for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 4; j++) {
              float sum = 1;
              for (int k = 0; k < 10; k++) {
                sum += a.get(i, k % 5) * b.get(j, k % 5);
              }
              assertEquals(sum, acc.get(i, j));
            }
          }
          refuses(
              "Expected tiles [m, k], [k, n] and [m, n] for gemm, found [3, 5], [4, 5] and [3, 4].",
              () -> gemm(a, b, acc));
        });
  }

  @Test
  void gemmOfIntegersWrapsInI32AndOfDoublesRunsInF64() {
    inBlock(
        () -> {
          var a = shared(I8, 1, 2);
          fill(a, -128);
          var sums = fragment(I32, 1, 1);
          fill(sums, Integer.MAX_VALUE);
          gemm(a, a.t(), sums);
          assertEquals(Integer.MAX_VALUE + 32768, sums.get(0, 0));
          var d = shared(F64, 1, 1);
          var e = fragment(F64, 1, 1);
          fill(d, 1 + 0x1p-30);
          clear(e);
          gemm(d, d, e);
          assertEquals((1 + 0x1p-30) * (1 + 0x1p-30), e.get(0, 0));
        });
  }

  @Test
  void reductionsDropTheAxisAndCombineIfAsked() {
    inBlock(
        () -> {
          var x = shared(F32, 2, 3, 2);
          for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 3; j++) {
              x.set(i, j, 0, 10 * i + j);
              x.set(i, j, 1, -(10 * i + j) - 1);
            }
          }
          var y = fragment(F32, 2, 2);
          reduceSum(x, y, 1);
          assertArrayEquals(new float[] {3, -6, 33, -36}, y.toFloats());
          reduceSum(x, y, 1, /* clear= */ false);
          assertArrayEquals(new float[] {6, -12, 66, -72}, y.toFloats());
          reduceMax(x, y, 1);
          assertArrayEquals(new float[] {2, -1, 12, -11}, y.toFloats());
          reduceMin(x, y, 1);
          assertArrayEquals(new float[] {0, -3, 10, -13}, y.toFloats());
          reduceAbsMax(x, y, 1);
          assertArrayEquals(new float[] {2, 3, 12, 13}, y.toFloats());
          refuses(
              "Expected a target of [3, 2] for the reduction of shared f32[2, 3, 2] over axis 0,"
                  + " found fragment f32[2, 2].",
              () -> reduceSum(x, y, 0));
          refuses(
              "Expected an axis from 0 to 2 of f32[2, 3, 2], found 3.", () -> reduceSum(x, y, 3));
          var line = shared(F16, 3);
          var one = shared(F32, 1);
          fill(line, 2f);
          reduceSum(line, one, 0);
          assertEquals(6, one.get(0));
          line.set(1, Float.NaN);
          reduceMax(line, one, 0);
          assertTrue(Float.isNaN(one.get(0)));
        });
  }

  @Test
  void sumsOfHalvesDoNotRunInHalves() {
    inBlock(
        () -> {
          var x = shared(F16, 4096);
          var sum = shared(F32, 1);
          fill(x, 1f);
          reduceSum(x, sum, 0);
          assertEquals(4096, sum.get(0));
        });
  }

  @Test
  void tilesDieWithTheirBlock() {
    List<FloatTensor<F32>> kept = new ArrayList<>();
    inBlock(() -> kept.add(shared(F32, 2)));
    var dead = assertThrows(IllegalStateException.class, () -> kept.getFirst().get(0));
    assertEquals("The tile died with its block.", dead.getMessage());
    assertTrue(kept.getFirst().isClosed());
  }

  @Test
  void wordsOnTilesStandInABlockAndOutsideOfParallel() {
    refuses("Expected shared inside of a grid, found it outside.", () -> shared(F32, 2));
    refuses("Expected parallel inside of a grid, found it outside.", () -> parallel(2, i -> {}));
    inBlock(
        () -> {
          var tile = shared(F32, 2);
          refuses(
              "Expected clear outside of parallel, found it inside.",
              () -> parallel(2, i -> clear(tile)));
          refuses(
              "Expected fragment outside of parallel, found it inside.",
              () -> parallel(2, i -> fragment(F32, 1)));
          clear(tile);
          refuses("Expected one grid in a kernel, found a grid in a grid.", () -> grid(1, x -> {}));
          refuses(
              "Expected 1 to 3 extents for a shared tile, found 4.", () -> shared(F32, 1, 1, 1, 1));
          refuses("Expected positive extents, found [2, 0].", () -> shared(F32, 2, 0));
        });
    refuses(
        "Expected extents of a grid of 0 or more, found [2, -1].", () -> grid(2, -1, (x, y) -> {}));
    try (var x = FloatTensor.of(F32, 2)) {
      inBlock(
          () ->
              refuses(
                  "Expected an on-chip tile for fill, found global f32[2].", () -> fill(x, 1f)));
    }
  }

  @Test
  void loopsCountFromZeroAndNotAtAllForNegativeExtents() {
    int sum = 0;
    for (int i : pipelined(4, 3)) {
      sum = sum * 10 + i;
    }
    for (int i : serial(-1)) {
      sum += i + 1000;
    }
    assertEquals(123, sum);
    refuses("Expected 1 or more stages, found 0.", () -> pipelined(4, 0));
  }

  @Test
  void elementsOutsideReadZeroAndAreNotWritten() {
    try (var x = FloatTensor.of(F32, 2, 2);
        var t = BoolTensor.of(BOOL, 1)) {
      x.set(2, 0, 5f);
      x.set(0, -1, 5f);
      assertEquals(0, x.get(2, 0));
      assertEquals(0, x.get(0, -1));
      assertArrayEquals(new float[4], x.toFloats());
      t.set(1, true);
      assertFalse(t.get(1));
      refuses("Expected 2 indices for an element of f32[2, 2], found 1.", () -> x.get(0));
    }
  }
}
