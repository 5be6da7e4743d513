package dev.kiln.analysis;

import dev.kiln.ir.Body;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.Map;

/** How often each value is an operand. */
public final class Uses {
  private final Map<Integer, Integer> counts = new HashMap<>();

  private Uses() {}

  public static Uses of(Body body) {
    var uses = new Uses();
    Ops.walk(
        body,
        op -> Ops.operands(op).forEach(value -> uses.counts.merge(value.id(), 1, Integer::sum)));
    return uses;
  }

  public int count(Value value) {
    return counts.getOrDefault(value.id(), 0);
  }

  public boolean isUsed(Value value) {
    return counts.containsKey(value.id());
  }
}
