package dev.kiln.lower.tileop;

import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Shape;
import dev.kiln.ir.Value;
import java.util.List;
import java.util.function.BiConsumer;

/** Loops over some axes of a shape, the first outermost. */
final class LoopNest {
  private LoopNest() {}

  /**
   * Runs {@code body} for every index along {@code axes}; the indices along other axes are 0. Axes
   * of extent 1 take no loop.
   */
  static void over(
      Shape shape, List<Integer> axes, OpBuilder out, BiConsumer<OpBuilder, List<Value>> body) {
    over(shape, axes, Side.zeros(shape.rank(), out), out, body);
  }

  private static void over(
      Shape shape,
      List<Integer> axes,
      List<Value> indices,
      OpBuilder out,
      BiConsumer<OpBuilder, List<Value>> body) {
    if (axes.isEmpty()) {
      body.accept(out, indices);
      return;
    }
    int axis = axes.getFirst();
    List<Integer> rest = axes.subList(1, axes.size());
    new Strip(0, shape.extent(axis), 1, 1)
        .loop(
            out, (inner, index) -> over(shape, rest, Side.with(indices, axis, index), inner, body));
  }
}
