package dev.kiln.layout;

import java.util.List;

/**
 * A map from the logical indices of a tile to an offset, counted in elements. Injective on its
 * shape.
 */
public sealed interface Layout {
  /** Not decided yet. */
  Layout UNPLACED = new Unplaced();

  /** Stands where no layout has been inferred. */
  record Unplaced() implements Layout {}

  /** {@code offset = sum of index[d] * strides[d]}. */
  record Strided(List<Long> strides) implements Layout {
    public Strided {
      strides = List.copyOf(strides);
    }
  }

  /**
   * Packed panels of a matrix for a register-tiled product: axis {@code axis} (0 or 1 of the last
   * two) is cut into panels of {@code width}; a panel holds, for each index of the other axis, its
   * {@code width} elements side by side. With {@code length} the extent of the other axis: {@code
   * offset = (i / width) * length * width + j * width + i % width}. The last panel is padded.
   */
  record Panels(int axis, int width, int length) implements Layout {}
}
