package dev.kiln.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What can be asked of, and done with, any operation, by its {@link OpShape} alone. */
public final class Ops {
  private Ops() {}

  /** The values that {@code op} reads itself, without those read in its bodies. */
  public static List<Value> operands(Op op) {
    return OpShape.of(op).operands(op);
  }

  /** The values visible behind {@code op}: none or one. */
  public static List<Value> results(Op op) {
    return OpShape.of(op).results(op);
  }

  /** The values that {@code op} defines for its own bodies. */
  public static List<Value> arguments(Op op) {
    return OpShape.of(op).arguments(op);
  }

  public static List<Body> bodies(Op op) {
    return OpShape.of(op).bodies(op);
  }

  /** Calls {@code visitor} with every operation of {@code body}, an outer one before its inner. */
  public static void walk(Body body, Consumer<Op> visitor) {
    for (Op op : body.ops()) {
      visitor.accept(op);
      for (Body inner : bodies(op)) {
        walk(inner, visitor);
      }
    }
  }

  /** Whether {@code wanted} holds of an operation of {@code body}, or of one nested in it. */
  public static boolean any(Body body, Predicate<? super Op> wanted) {
    return body.ops().stream()
        .anyMatch(
            op -> wanted.test(op) || bodies(op).stream().anyMatch(inner -> any(inner, wanted)));
  }

  /** {@code op} with its bodies mapped; itself when none changed. */
  public static Op mapBodies(Op op, UnaryOperator<Body> map) {
    return rebuild(
        op, OpShape.Role.BODY, part -> part instanceof Body body ? map.apply(body) : part);
  }

  /** {@code op} with its own operands mapped, not those in its bodies; itself if none changed. */
  public static Op mapOperands(Op op, UnaryOperator<Value> map) {
    return rebuild(op, OpShape.Role.OPERAND, part -> mapValues(part, map));
  }

  /** {@code op} with its own operands and results mapped, not what its bodies read or define. */
  public static Op rename(Op op, UnaryOperator<Value> operands, UnaryOperator<Value> results) {
    return rebuild(
        op,
        (component, part) ->
            switch (component.role()) {
              case OPERAND -> mapValues(part, operands);
              case RESULT -> mapValues(part, results);
              case ARGUMENT, BODY, LOC, ATTRIBUTE -> part;
            });
  }

  /** As {@link #mapOperands}, for everything nested too. */
  public static Body mapAllOperands(Body body, UnaryOperator<Value> map) {
    return flatMap(
        body, op -> List.of(mapBodies(mapOperands(op, map), inner -> mapAllOperands(inner, map))));
  }

  /** {@code body} with every direct operation replaced; itself when each gave just itself. */
  public static Body flatMap(Body body, Function<Op, List<Op>> map) {
    List<Op> changed = null;
    for (int i = 0; i < body.ops().size(); i++) {
      Op op = body.ops().get(i);
      List<Op> replacement = map.apply(op);
      if (changed == null && !(replacement.size() == 1 && same(replacement.getFirst(), op))) {
        changed = new ArrayList<>(body.ops().subList(0, i));
      }
      if (changed != null) {
        changed.addAll(replacement);
      }
    }
    return changed == null ? body : new Body(changed);
  }

  /**
   * A copy of {@code body} in which everything it defines is new, so that it may stand beside the
   * original. Operands defined outside are mapped by {@code outer}.
   */
  public static Body copy(Body body, Values values, UnaryOperator<Value> outer) {
    var renamed = new java.util.HashMap<Value, Value>();
    return copy(
        body,
        values,
        value -> renamed.containsKey(value) ? renamed.get(value) : outer.apply(value),
        renamed);
  }

  /** Whether two operations or bodies are the same object, which means "unchanged". */
  @SuppressWarnings("ReferenceEquality") // identity is the question here
  public static boolean same(@Nullable Object a, @Nullable Object b) {
    return a == b;
  }

  static int largestId(Body body) {
    int largest = -1;
    for (Op op : body.ops()) {
      largest = Math.max(largest, largestId(results(op)));
      largest = Math.max(largest, largestId(arguments(op)));
      for (Body inner : bodies(op)) {
        largest = Math.max(largest, largestId(inner));
      }
    }
    return largest;
  }

  private static int largestId(List<Value> values) {
    int largest = -1;
    for (Value value : values) {
      largest = Math.max(largest, value.id());
    }
    return largest;
  }

  private static Body copy(
      Body body, Values values, UnaryOperator<Value> map, java.util.Map<Value, Value> renamed) {
    return new Body(
        body.ops().stream()
            .map(
                op -> {
                  Op mapped =
                      rebuild(
                          op,
                          (component, part) ->
                              switch (component.role()) {
                                case OPERAND -> mapValues(part, map);
                                case ARGUMENT ->
                                    mapValues(part, value -> fresh(value, values, renamed));
                                case RESULT, BODY, LOC, ATTRIBUTE -> part;
                              });
                  Op inner = mapBodies(mapped, nested -> copy(nested, values, map, renamed));
                  // A While's test is an operand that its own condition body defines.
                  Op late = mapOperands(inner, value -> renamed.getOrDefault(value, value));
                  return rebuild(
                      late,
                      (component, part) ->
                          component.role() == OpShape.Role.RESULT
                              ? mapValues(part, value -> fresh(value, values, renamed))
                              : part);
                })
            .toList());
  }

  private static Value fresh(Value value, Values values, java.util.Map<Value, Value> renamed) {
    Value made = values.like(value);
    renamed.put(value, made);
    return made;
  }

  private static @Nullable Object mapValues(@Nullable Object part, UnaryOperator<Value> map) {
    if (part instanceof Value value) {
      return map.apply(value);
    }
    if (part instanceof List<?> list) {
      var mapped = new ArrayList<Value>(list.size());
      boolean changed = false;
      for (Object value : list) {
        Value image = map.apply((Value) value);
        changed |= !same(image, value);
        mapped.add(image);
      }
      return changed ? mapped : part;
    }
    return part;
  }

  /** {@code op} with its components of one role mapped; what they are not is not looked at. */
  private static Op rebuild(Op op, OpShape.Role role, UnaryOperator<@Nullable Object> map) {
    OpShape shape = OpShape.of(op);
    @Nullable Object[] parts = null;
    for (OpShape.Component component : shape.components(role)) {
      Object part = shape.read(op, component);
      Object image = map.apply(part);
      if (!same(image, part)) {
        parts = parts == null ? parts(op, shape) : parts;
        parts[component.position()] = image;
      }
    }
    return parts == null ? op : shape.build(parts);
  }

  private static @Nullable Object[] parts(Op op, OpShape shape) {
    List<OpShape.Component> components = shape.components();
    @Nullable Object[] parts = new Object[components.size()];
    for (OpShape.Component component : components) {
      parts[component.position()] = shape.read(op, component);
    }
    return parts;
  }

  /** Maps one component of an operation. */
  private interface PartMap {
    @Nullable Object apply(OpShape.Component component, @Nullable Object part);
  }

  private static Op rebuild(Op op, PartMap map) {
    OpShape shape = OpShape.of(op);
    List<OpShape.Component> components = shape.components();
    @Nullable Object[] parts = new Object[components.size()];
    boolean changed = false;
    for (OpShape.Component component : components) {
      Object part = shape.read(op, component);
      Object image = map.apply(component, part);
      changed |= !same(image, part);
      parts[component.position()] = image;
    }
    return changed ? shape.build(parts) : op;
  }
}
