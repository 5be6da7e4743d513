package dev.kiln.ir.text;

import dev.kiln.ir.DType;
import dev.kiln.ir.Type;
import dev.kiln.layout.Layout;
import dev.kiln.layout.Mode;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Types as text: {@code f32}, {@code f32x8}, {@code tensor<?x?xf16>}, {@code shared<128x64xf16 as
 * f32, strided 64 1>}, {@code region<global, ?x?xf16>}, {@code cell<f32>}, {@code memory<shared,
 * f16>}.
 */
final class TypeText {
  private TypeText() {}

  static String print(Type type) {
    return switch (type) {
      case Type.ScalarType scalar -> scalar.dtype().text();
      case Type.VectorType vector -> vector.dtype().text() + "x" + vector.lanes();
      case Type.TensorType tensor -> "tensor<" + unknown(tensor.rank(), tensor.element()) + ">";
      case Type.TileType tile -> tile(tile);
      case Type.RegionType region ->
          "region<" + region.scope().text() + ", " + unknown(region.rank(), region.element()) + ">";
      case Type.CellType cell -> "cell<" + print(cell.content()) + ">";
      case Type.MemoryType memory ->
          "memory<" + memory.scope().text() + ", " + memory.element().text() + ">";
    };
  }

  private static String tile(Type.TileType tile) {
    String extents =
        tile.shape().extents().stream().map(extent -> extent + "x").collect(Collectors.joining());
    String storage = tile.storage() == tile.element() ? "" : " as " + tile.storage().text();
    return tile.scope().text()
        + "<"
        + extents
        + tile.element().text()
        + storage
        + layout(tile.layout())
        + ">";
  }

  private static String layout(Layout layout) {
    return switch (layout) {
      case Layout.Unplaced _ -> "";
      case Layout.Strided strided ->
          ", strided"
              + strided.strides().stream()
                  .map(stride -> " " + stride)
                  .collect(Collectors.joining());
      case Layout.Panels panels ->
          ", panels axis %d width %d length %d"
              .formatted(panels.axis(), panels.width(), panels.length());
      case Layout.Swizzled swizzled ->
          layout(swizzled.base())
              + " swizzled chunk %d line %d bits %d"
                  .formatted(swizzled.log2Chunk(), swizzled.log2Line(), swizzled.bits());
      case Layout.Fragment fragment ->
          ", spread "
              + fragment.axes().stream().map(TypeText::modes).collect(Collectors.joining(" / "));
    };
  }

  /** The digits of an axis from the fastest on: {@code r2:1 t4:1} is 2 registers, 4 threads. */
  private static String modes(List<Mode> modes) {
    return modes.stream()
        .map(mode -> (mode.isThreads() ? "t" : "r") + mode.extent() + ":" + mode.stride())
        .collect(Collectors.joining(" "));
  }

  private static String unknown(int rank, DType element) {
    return String.join("", Collections.nCopies(rank, "?x")) + element.text();
  }
}
