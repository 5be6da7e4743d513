package dev.kiln.analysis;

import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** Computes values once more from what is something else this time. */
public final class Recomputation {
  private final Definitions definitions;
  private final Predicate<Op> isRepeated;
  private final Map<Value, Value> known = new HashMap<>();

  /**
   * @param isRepeated whether an operation may be done once more; a result of another one stays
   */
  public Recomputation(Definitions definitions, Predicate<Op> isRepeated) {
    this.definitions = definitions;
    this.isRepeated = isRepeated;
  }

  /** Says what {@code value} is this time. */
  public void put(Value value, Value now) {
    known.put(value, now);
  }

  /** What {@code value} is this time. */
  public Value of(Value value, OpBuilder out) {
    Value found = known.get(value);
    if (found != null) {
      return found;
    }
    Op definition = definitions.of(value);
    if (definition == null || !isRepeated.test(definition)) {
      return value;
    }
    Ops.operands(definition).forEach(operand -> of(operand, out));
    Value result = out.values().like(value);
    out.add(Ops.rename(definition, operand -> known.getOrDefault(operand, operand), old -> result));
    known.put(value, result);
    return result;
  }
}
