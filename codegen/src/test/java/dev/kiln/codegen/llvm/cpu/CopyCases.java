package dev.kiln.codegen.llvm.cpu;

import dev.kiln.interp.Argument;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Copies in all directions, at sizes that do not divide, beyond every edge. */
final class CopyCases {
  private CopyCases() {}

  /** Tensor to tile to tensor, at an offset that may lie outside. */
  private static final String THROUGH =
      """
      kernel "Cases.copy" (%0.x: tensor<$anyx$from>, %1.y: tensor<$anyx$to>, %2.o: i32, %3.g: i32) {
        grid (%4.b: i32) in (%3.g) {
          %5.t = alloc-tile : shared<$tile$held>
          %6.step = constant $step : i32
          %7 = mul %4.b, %6.step : i32
          %8.at = add %7, %2.o : i32
          %9 = anchor %0.x[$read] : region<global, $anyx$from>
          copy %9 to %5.t
          %10 = anchor %1.y[$write] : region<global, $anyx$to>
          copy %5.t to %10
        }
      }
      """;

  /** Reads a tile and writes its transposed view. */
  private static final String TRANSPOSED =
      """
      kernel "Cases.transpose" (%0.x: tensor<?x?x$t>, %1.y: tensor<?x?x$t>, %2.gx: i32, %3.gy: i32) {
        grid (%4.bx: i32, %5.by: i32) in (%2.gx, %3.gy) {
          %6.t = alloc-tile : shared<$rx$cx$t>
          %7 = constant $r : i32
          %8 = constant $c : i32
          %9.row = mul %5.by, %7 : i32
          %10.column = mul %4.bx, %8 : i32
          %11 = anchor %0.x[%9.row, %10.column] : region<global, ?x?x$t>
          copy %11 to %6.t
          %12 = transpose %6.t : shared<$cx$rx$t>
          %13 = anchor %1.y[%10.column, %9.row] : region<global, ?x?x$t>
          copy %12 to %13
        }
      }
      """;

  /** A window of one tile to another, then a row of it. */
  private static final String TILE_TO_TILE =
      """
      kernel "Cases.window" (%0.x: tensor<?x?xf32>, %1.y: tensor<?x?xf32>, %2.o: i32) {
        %3.one = constant 1 : i32
        grid (%4.b: i32) in (%3.one) {
          %5.t = alloc-tile : shared<9x20xf32>
          %6.u = alloc-tile : fragment<5x11xf32>
          copy %0.x to %5.t
          %7 = anchor %5.t[%2.o, %2.o] : region<shared, ?x?xf32>
          copy %7 to %6.u
          %8 = anchor %5.t[%3.one, %2.o] : region<shared, ?x?xf32>
          copy %6.u to %8
          copy %5.t to %1.y
        }
      }
      """;

  static List<TileCase> all() {
    var cases = new ArrayList<TileCase>();
    for (DType dtype : DType.values()) {
      cases.add(through(dtype, dtype, dtype, List.of(13), List.of(40), 3));
      cases.add(through(dtype, dtype, dtype, List.of(5, 19), List.of(7, 24), -2));
      cases.add(transposed(dtype, 11, 18, 20, 31));
      cases.add(transposed(dtype, 16, 16, 33, 32));
    }
    cases.add(through(DType.F32, DType.F32, DType.F32, List.of(2, 3, 17), List.of(5, 4, 18), -1));
    cases.add(through(DType.F32, DType.F32, DType.F32, List.of(4, 8), List.of(3, 2, 9, 10), 1));
    cases.add(through(DType.F32, DType.F32, DType.F32, List.of(6), List.of(4, 10), 5));
    cases.add(through(DType.F32, DType.F16, DType.BF16, List.of(3, 21), List.of(5, 23), 1));
    cases.add(through(DType.F64, DType.F32, DType.F16, List.of(3, 21), List.of(5, 23), 1));
    cases.add(through(DType.BF16, DType.F64, DType.I8, List.of(3, 21), List.of(5, 23), 1));
    cases.add(through(DType.I64, DType.I16, DType.U8, List.of(3, 21), List.of(5, 23), 1));
    cases.add(through(DType.I32, DType.F32, DType.I64, List.of(3, 21), List.of(5, 23), 1));
    cases.add(through(DType.U8, DType.I8, DType.F16, List.of(3, 21), List.of(5, 23), 1));
    for (int offset : new int[] {-3, 0, 4, 30}) {
      cases.add(window(offset));
    }
    return cases;
  }

  private static TileCase through(
      DType from, DType held, DType to, List<Integer> tile, List<Integer> tensor, int offset) {
    int rank = tensor.size();
    String indices =
        IntStream.range(0, rank).mapToObj(axis -> "%8.at").collect(Collectors.joining(", "));
    var kernel =
        TileCase.kernel(
            THROUGH,
            "any",
            String.join("x", Collections.nCopies(rank, "?")),
            "from",
            from.text(),
            "to",
            to.text(),
            "held",
            held.text(),
            "tile",
            tile.stream().map(extent -> extent + "x").collect(Collectors.joining()),
            "step",
            tile.getLast(),
            "read",
            indices,
            "write",
            indices);
    Integer[] dims = tensor.toArray(Integer[]::new);
    String name =
        "copy %s %s %s tile %s tensor %s at %d".formatted(from, held, to, tile, tensor, offset);
    return new TileCase(
        name.toLowerCase(Locale.ROOT),
        kernel,
        List.of(3),
        List.of(
            TileCase.adversarial(3, from, dims),
            TileCase.adversarial(4, to, dims),
            Argument.Scalar.of(offset),
            Argument.Scalar.of(3)),
        0);
  }

  private static TileCase transposed(DType dtype, int r, int c, int rows, int columns) {
    var kernel =
        TileCase.kernel(
            TRANSPOSED.replace("$rx$cx", r + "x" + c + "x").replace("$cx$rx", c + "x" + r + "x"),
            "r",
            r,
            "c",
            c,
            "t",
            dtype.text());
    int gx = Math.ceilDiv(columns, c);
    int gy = Math.ceilDiv(rows, r);
    return new TileCase(
        "transpose %s %dx%d of %dx%d".formatted(dtype.text(), r, c, rows, columns),
        kernel,
        List.of(gx, gy),
        List.of(
            TileCase.adversarial(3, dtype, rows, columns),
            TileCase.adversarial(4, dtype, columns, rows),
            Argument.Scalar.of(gx),
            Argument.Scalar.of(gy)),
        0);
  }

  private static TileCase window(int offset) {
    return new TileCase(
        "window at " + offset,
        TileCase.kernel(TILE_TO_TILE),
        List.of(1),
        List.of(
            TileCase.integers(3, DType.F32, 9, 18),
            TensorData.zeros(DType.F32, 10, 20),
            Argument.Scalar.of(offset)),
        0);
  }
}
