package dev.kiln.lower.flat;

import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * When on-chip memory is in use. Operations are numbered in the order of the text; memory lives
 * from where it is made to the end of the last operation of the same body that uses it, with all
 * that is nested there: what a loop uses lives for the whole loop.
 */
final class Lifetimes {

  /**
   * One memory and the numbers of the first and last operation during which it lives, both
   * included.
   */
  record Lifetime(LowOp.AllocMemory alloc, int first, int last) {
    long bytes() {
      Type.MemoryType type = (Type.MemoryType) alloc.memory().type();
      return Arena.align(alloc.elements() * type.element().bytes());
    }

    boolean overlaps(Lifetime other) {
      return first <= other.last && other.first <= last;
    }
  }

  private final Map<Value, LowOp.AllocMemory> allocs = new HashMap<>();
  private final Map<Value, Integer> firsts = new HashMap<>();
  private final Map<Value, Integer> depths = new HashMap<>();
  private final Map<Value, Integer> lasts = new HashMap<>();
  private final List<Value> order = new ArrayList<>();
  private int next;

  private Lifetimes() {}

  /** Of every memory made in {@code body}, in the order of the text. */
  static List<Lifetime> of(Body body) {
    var lifetimes = new Lifetimes();
    lifetimes.visit(body, new ArrayList<>());
    return lifetimes.order.stream()
        .map(
            memory ->
                new Lifetime(
                    Objects.requireNonNull(lifetimes.allocs.get(memory)),
                    lifetimes.firsts.getOrDefault(memory, 0),
                    lifetimes.lasts.getOrDefault(memory, 0)))
        .toList();
  }

  /**
   * @param users for every body around this one, the memories used in its current operation
   */
  private void visit(Body body, List<List<Value>> users) {
    for (Op op : body.ops()) {
      int number = next++;
      if (op instanceof LowOp.AllocMemory alloc) {
        allocs.put(alloc.memory(), alloc);
        firsts.put(alloc.memory(), number);
        lasts.put(alloc.memory(), number);
        depths.put(alloc.memory(), users.size());
        order.add(alloc.memory());
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
      users.removeLast().forEach(memory -> lasts.put(memory, end));
    }
  }
}
