package dev.kiln.analysis;

import dev.kiln.ir.Body;
import dev.kiln.ir.Effect;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Literal;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which operation defines a value, as its result or as an argument of its bodies. */
public final class Definitions {
  private final Map<Integer, Op> byId = new HashMap<>();
  private final Map<Integer, Value> held;

  private Definitions(Map<Integer, Value> held) {
    this.held = held;
  }

  /** As {@link #of(Kernel)}; what a cell surely holds where it is read stands for the read. */
  public static Definitions throughCells(Kernel kernel) {
    var definitions = new Definitions(KnownReads.of(kernel.body()));
    definitions.add(kernel.body());
    return definitions;
  }

  public static Definitions of(Kernel kernel) {
    return of(kernel.body());
  }

  public static Definitions of(Body body) {
    var definitions = new Definitions(Map.of());
    definitions.add(body);
    return definitions;
  }

  /** Takes in what {@code body} defines, which has been made since. */
  public void add(Body body) {
    Ops.walk(body, this::define);
  }

  /** The operation that defines {@code value}; null for a kernel's parameter. */
  public @Nullable Op of(Value value) {
    return byId.get(origin(value).id());
  }

  /** The value that {@code value} was read as from a cell, so far as that is known; else itself. */
  public Value origin(Value value) {
    return held.getOrDefault(value.id(), value);
  }

  /** The constant that {@code value} is, the same in every lane; null when it is none. */
  public @Nullable Literal constant(Value value) {
    return switch (of(value)) {
      case LowOp.Constant constant -> constant.value();
      case LowOp.Splat splat -> constant(splat.scalar());
      case null, default -> null;
    };
  }

  /** Whether {@code value} follows from the arguments of a launch alone. */
  public boolean isFixed(Value value) {
    Op op = of(value);
    return op == null
        || (op instanceof Effect.Pure && Ops.operands(op).stream().allMatch(this::isFixed));
  }

  private void define(Op op) {
    Ops.results(op).forEach(value -> byId.put(value.id(), op));
    Ops.arguments(op).forEach(value -> byId.put(value.id(), op));
  }
}
