package dev.kiln.lower.check;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.LinearForm;
import dev.kiln.analysis.View;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One access to one element.
 *
 * @param base the tensor or tile
 * @param indices for each axis of the base
 * @param sources which index of the operation each of them is
 */
record Access(Op op, Kind kind, Value base, List<LinearForm> indices, List<Integer> sources) {

  /** What an access does. */
  enum Kind {
    READ,
    WRITE,
    ATOMIC
  }

  /** Which operand the index along an axis of the base is: they stand behind the buffer. */
  int operand(int axis) {
    return 1 + sources.get(axis);
  }

  /** The element access that {@code op} is; null when it is none. */
  static @Nullable Access of(Op op, Definitions definitions) {
    return switch (op) {
      case TileOp.LoadElement load -> of(op, Kind.READ, load.buffer(), load.indices(), definitions);
      case TileOp.StoreElement store ->
          of(op, Kind.WRITE, store.buffer(), store.indices(), definitions);
      case TileOp.AtomicAdd add -> of(op, Kind.ATOMIC, add.buffer(), add.indices(), definitions);
      case TileOp tile -> null;
      case LowOp low -> null;
    };
  }

  private static Access of(
      Op op, Kind kind, Value buffer, List<Value> indices, Definitions definitions) {
    View view = View.of(buffer, definitions);
    var ofBase = new ArrayList<LinearForm>();
    for (View.Axis axis : view.axes()) {
      LinearForm sum = LinearForm.of(indices.get(axis.source()), definitions);
      for (Value offset : axis.offsets()) {
        sum = sum.plus(LinearForm.of(offset, definitions));
      }
      ofBase.add(sum);
    }
    return new Access(
        op, kind, view.base(), ofBase, view.axes().stream().map(View.Axis::source).toList());
  }
}
