package dev.kiln.lower.flat;

import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When on-chip memory is in use. Operations are numbered in the order of the text; memory lives
 * from where it is made to the end of the last operation of the same body that uses it, with all
 * that is nested there: what a loop uses lives for the whole loop.
 */
final class Lifetimes {

  /**
   * One memory and the numbers of the first and last operation during which it lives, both
   * included.
   *
   * @param maker what makes it
   */
  record Lifetime(Op maker, Value memory, long elements, int first, int last) {
    /** The bytes of its elements. */
    long bytes() {
      return elements * type().element().bytes();
    }

    Type.MemoryType type() {
      return (Type.MemoryType) memory.type();
    }

    private Lifetime until(int end) {
      return new Lifetime(maker, memory, elements, first, end);
    }

    boolean overlaps(Lifetime other) {
      return first <= other.last && other.first <= last;
    }
  }

  private final Map<Value, Lifetime> found = new LinkedHashMap<>();
  private final Map<Value, Integer> depths = new HashMap<>();
  private int next;

  private Lifetimes() {}

  /** Of every memory made in {@code body}, in the order of the text. */
  static List<Lifetime> of(Body body) {
    var lifetimes = new Lifetimes();
    lifetimes.visit(body, new ArrayList<>());
    return List.copyOf(lifetimes.found.values());
  }

  private static @Nullable Lifetime made(Op op, int number) {
    return switch (op) {
      case LowOp.AllocMemory alloc ->
          new Lifetime(alloc, alloc.memory(), alloc.elements(), number, number);
      case LowOp.RegisterMemory registers ->
          new Lifetime(registers, registers.memory(), registers.elements(), number, number);
      case LowOp _, TileOp _ -> null;
    };
  }

  /**
   * @param users for every body around this one, the memories used in its current operation
   */
  private void visit(Body body, List<List<Value>> users) {
    for (Op op : body.ops()) {
      int number = next++;
      Lifetime made = made(op, number);
      if (made != null) {
        found.put(made.memory(), made);
        depths.put(made.memory(), users.size());
      }
      users.add(new ArrayList<>());
      for (Value operand : Ops.operands(op)) {
        Integer depth = depths.get(operand);
        if (depth != null) {
          users.get(depth).add(operand);
        }
      }
      Ops.bodies(op).forEach(inner -> visit(inner, users));
      int end = next - 1;
      users
          .removeLast()
          .forEach(memory -> found.computeIfPresent(memory, (key, life) -> life.until(end)));
    }
  }
}
