package dev.kiln.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and makes the operation records of one kind; see {@link OpAccesses}. What a kind has none
 * of is not said there.
 */
abstract class OpAccess {

  /** The component at a position of the record header; {@code op} is of this kind. */
  abstract @Nullable Object read(Op op, int position);

  /** A record of the components in {@code parts}. */
  abstract Op build(@Nullable Object[] parts);

  List<Value> results(Op op) {
    return List.of();
  }

  List<Value> arguments(Op op) {
    return List.of();
  }

  List<Value> operands(Op op) {
    return List.of();
  }

  List<Body> bodies(Op op) {
    return List.of();
  }

  /** The values among components that are values, lists of values or absent. */
  @SuppressWarnings("unchecked") // lists in the roles of values are of values
  static List<Value> all(@Nullable Object... parts) {
    var all = new ArrayList<Value>(4);
    for (Object part : parts) {
      if (part instanceof Value value) {
        all.add(value);
      } else if (part != null) {
        all.addAll((List<Value>) part);
      }
    }
    return all;
  }
}
