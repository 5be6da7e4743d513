package dev.kiln.codegen.llvm.cpu;

import dev.kiln.interp.Argument;
import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;
import dev.kiln.ir.ReduceKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Reductions over every axis of tiles of ranks 1 to 3. */
final class ReduceCases {
  private ReduceCases() {}

  private static final String REDUCE =
      """
      kernel "Cases.reduce" (%0.x: tensor<$anysx$from>, %1.y: tensor<$anytx$to>) {
        %2.one = constant 1 : i32
        grid (%3.b: i32) in (%2.one) {
          %4.s = alloc-tile : shared<$source$from>
          %5.t = alloc-tile : fragment<$target$to>
          copy %0.x to %4.s
          copy %1.y to %5.t
      $view
          reduce $kind $reduced to %5.t axis $axis clear $clear
          copy %5.t to %1.y
        }
      }
      """;

  static List<TileCase> all() {
    var cases = new ArrayList<TileCase>();
    for (ReduceKind kind : ReduceKind.values()) {
      for (DType dtype : DType.values()) {
        if (dtype != DType.BOOL) {
          DType to = dtype.isFloat() ? dtype : dtype.computed();
          cases.add(of(kind, dtype, to, List.of(13, 45), 1, true, false));
          cases.add(of(kind, dtype, to, List.of(13, 45), 0, false, false));
        }
      }
      cases.add(of(kind, DType.F32, DType.F32, List.of(101), 0, false, false));
      cases.add(of(kind, DType.F32, DType.F32, List.of(3, 5, 19), 1, true, false));
      cases.add(of(kind, DType.F32, DType.F32, List.of(3, 5, 19), 0, true, false));
      cases.add(of(kind, DType.F32, DType.F32, List.of(3, 5, 19), 2, false, false));
      cases.add(of(kind, DType.F32, DType.F32, List.of(21, 6), 1, true, true));
      cases.add(of(kind, DType.F32, DType.F32, List.of(21, 6), 0, true, true));
      cases.add(of(kind, DType.BF16, DType.F32, List.of(9, 3), 1, true, false));
      cases.add(of(kind, DType.F32, DType.F64, List.of(9, 8), 0, false, false));
    }
    return cases;
  }

  private static TileCase of(
      ReduceKind kind,
      DType from,
      DType to,
      List<Integer> shape,
      int axis,
      boolean clear,
      boolean transposed) {
    List<Integer> seen = transposed ? shape.reversed() : shape;
    var rest = new ArrayList<>(seen);
    rest.subList(axis, axis + 1).clear();
    List<Integer> target = rest.isEmpty() ? List.of(1) : rest;
    String view =
        transposed
            ? "    %%6 = transpose %%4.s : shared<%s%s>\n".formatted(extents(seen), from.text())
            : "";
    var kernel =
        TileCase.kernel(
            REDUCE.replace("$view\n", view),
            "reduced",
            transposed ? "%6" : "%4.s",
            "anys",
            any(shape),
            "anyt",
            any(target),
            "source",
            extents(shape),
            "target",
            extents(target),
            "from",
            from.text(),
            "to",
            to.text(),
            "kind",
            kind.name().toLowerCase(Locale.ROOT).replace('_', '-'),
            "axis",
            axis,
            "clear",
            clear);
    Integer[] sourceDims = shape.toArray(Integer[]::new);
    TensorData source =
        kind == ReduceKind.SUM || !from.isFloat()
            ? TileCase.integers(5, from, sourceDims)
            : TileCase.adversarial(5, from, sourceDims);
    String name =
        "reduce %s %s to %s of %s over %d%s%s"
            .formatted(
                kind, from, to, shape, axis, clear ? "" : " accumulating", transposed ? " .t" : "");
    return new TileCase(
        name.toLowerCase(Locale.ROOT),
        kernel,
        List.of(1),
        List.<Argument>of(source, TileCase.integers(6, to, target.toArray(Integer[]::new))),
        0);
  }

  private static String any(List<Integer> shape) {
    return String.join("x", Collections.nCopies(shape.size(), "?"));
  }

  private static String extents(List<Integer> shape) {
    return shape.stream().map(extent -> extent + "x").collect(Collectors.joining());
  }
}
