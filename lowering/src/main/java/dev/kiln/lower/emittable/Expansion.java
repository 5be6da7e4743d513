package dev.kiln.lower.emittable;

import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replaces single operations by others that compute the same; the walk that expansions share. */
final class Expansion {
  private Expansion() {}

  /** What to replace. */
  @FunctionalInterface
  interface Rule {
    /** Appends code for the result of {@code op} and gives it; null where {@code op} may stay. */
    @Nullable Value expand(LowOp op, OpBuilder out);
  }

  static Kernel apply(Kernel kernel, Rule rule) {
    var values = Values.after(kernel);
    var replaced = new HashMap<Value, Value>();
    Body body = apply(kernel.body(), rule, values, replaced);
    return replaced.isEmpty()
        ? kernel
        : kernel.withBody(Ops.mapAllOperands(body, value -> replaced.getOrDefault(value, value)));
  }

  private static Body apply(Body body, Rule rule, Values values, Map<Value, Value> replaced) {
    return Ops.flatMap(
        body,
        op -> {
          Op inner = Ops.mapBodies(op, nested -> apply(nested, rule, values, replaced));
          if (inner instanceof LowOp low) {
            var out = new OpBuilder(values, low.loc());
            Value value = rule.expand(low, out);
            if (value != null) {
              replaced.put(Ops.results(low).getFirst(), value);
              return out.ops();
            }
          }
          return List.of(inner);
        });
  }
}
