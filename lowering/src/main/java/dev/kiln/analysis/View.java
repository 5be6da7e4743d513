package dev.kiln.analysis;

import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a buffer is a view of: the tensor or tile behind a chain of anchors and transpositions.
 *
 * @param base a whole tensor, or the tile as it was allocated
 * @param axes of the base, outermost first
 */
public record View(Value base, List<Axis> axes) {
  public View {
    axes = List.copyOf(axes);
  }

  /**
   * One axis of the base: its index is that of the view's axis {@code source} plus the offsets.
   *
   * @param offsets what anchors add, I32 or I64; each is read without wrapping
   */
  public record Axis(int source, List<Value> offsets) {
    public Axis {
      offsets = List.copyOf(offsets);
    }
  }

  public static View of(Value buffer, Definitions definitions) {
    return switch (definitions.of(buffer)) {
      case TileOp.Anchor anchor -> of(anchor.source(), definitions).anchored(anchor.indices());
      case TileOp.Transpose transpose -> of(transpose.source(), definitions).transposed();
      case null, default -> whole(buffer);
    };
  }

  public int rank() {
    return axes.size();
  }

  private static View whole(Value base) {
    var axes = new ArrayList<Axis>();
    for (int axis = 0; axis < base.buffer().rank(); axis++) {
      axes.add(new Axis(axis, List.of()));
    }
    return new View(base, axes);
  }

  private View anchored(List<Value> indices) {
    return new View(
        base,
        axes.stream()
            .map(
                axis ->
                    axis.source() < indices.size()
                        ? new Axis(axis.source(), with(axis.offsets(), indices.get(axis.source())))
                        : axis)
            .toList());
  }

  private View transposed() {
    int last = rank() - 1;
    return new View(
        base,
        axes.stream()
            .map(
                axis ->
                    axis.source() < last - 1
                        ? axis
                        : new Axis(2 * last - 1 - axis.source(), axis.offsets()))
            .toList());
  }

  private static List<Value> with(List<Value> offsets, Value more) {
    var all = new ArrayList<>(offsets);
    all.add(more);
    return Collections.unmodifiableList(all);
  }
}
