package dev.kiln.lower.tileop;

import dev.kiln.analysis.Definitions;
import dev.kiln.ir.Body;
import dev.kiln.ir.Effect;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recomputes values of a body in front of it: pure operations are repeated, values from outside are
 * taken as they are, everything else must be given.
 */
final class Hoist {
  private final Definitions definitions;
  private final Set<Integer> inside = new HashSet<>();

  /**
   * @param index of the loop with this body
   */
  Hoist(Value index, Body body, Definitions definitions) {
    this.definitions = definitions;
    inside.add(index.id());
    Ops.walk(
        body,
        op -> {
          Ops.results(op).forEach(value -> inside.add(value.id()));
          Ops.arguments(op).forEach(value -> inside.add(value.id()));
        });
  }

  /**
   * Adds to {@code leaves} what has to be given so that {@code value} can be recomputed: arguments
   * of loops, and results of operations that are not pure.
   */
  void leaves(Value value, Set<Value> leaves) {
    if (isInside(value)) {
      Op pure = pure(value);
      if (pure == null) {
        leaves.add(value);
      } else {
        Ops.operands(pure).forEach(operand -> leaves(operand, leaves));
      }
    }
  }

  boolean isInside(Value value) {
    return inside.contains(value.id());
  }

  /** {@code value} with {@code given} in place of its leaves. */
  Value emit(Value value, Map<Value, Value> given, OpBuilder out) {
    return emit(value, given, out, new HashMap<>());
  }

  private Value emit(Value value, Map<Value, Value> given, OpBuilder out, Map<Value, Value> done) {
    Value known = given.getOrDefault(value, done.get(value));
    if (known != null) {
      return known;
    }
    Op pure = isInside(value) ? pure(value) : null;
    if (pure == null) {
      return value;
    }
    Value copy = out.values().like(value);
    out.add(Ops.rename(pure, operand -> emit(operand, given, out, done), old -> copy));
    done.put(value, copy);
    return copy;
  }

  private @Nullable Op pure(Value value) {
    Op op = definitions.of(value);
    return op instanceof Effect.Pure && Ops.results(op).contains(value) ? op : null;
  }
}
