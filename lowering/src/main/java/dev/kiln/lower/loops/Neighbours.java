package dev.kiln.lower.loops;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.LinearForm;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds what a loop walks through from one end to the other, element after element. */
final class Neighbours {
  private Neighbours() {}

  /**
   * By memory, the index at which each step of {@code loop} begins to touch it: accesses without
   * masks that lie side by side and make up the step.
   */
  static Map<Value, Value> of(LowOp.For loop, Definitions definitions) {
    var byMemory = new LinkedHashMap<Value, List<Value>>();
    var elements = new HashMap<Value, Long>();
    for (var op : loop.body().ops()) {
      switch (op) {
        case LowOp.Load load when load.mask() == null && load.index().lanes() == 1 -> {
          byMemory.computeIfAbsent(load.memory(), key -> new ArrayList<>()).add(load.index());
          elements.merge(load.memory(), (long) load.result().lanes(), Long::sum);
        }
        case LowOp.Store store when store.mask() == null && store.index().lanes() == 1 -> {
          byMemory.computeIfAbsent(store.memory(), key -> new ArrayList<>()).add(store.index());
          elements.merge(store.memory(), (long) store.value().lanes(), Long::sum);
        }
        case LowOp _, TileOp _ -> {}
      }
    }
    var firsts = new LinkedHashMap<Value, Value>();
    byMemory.forEach(
        (memory, indices) -> {
          LinearForm first = LinearForm.of(indices.getFirst(), definitions);
          if (elements.getOrDefault(memory, 0L) == loop.step()
              && first.terms().getOrDefault(loop.index(), 0L) == 1
              && reach(first, indices, definitions) < loop.step()) {
            firsts.put(memory, indices.getFirst());
          }
        });
    return firsts;
  }

  /** How far behind the first index others lie; a lot where that is not known. */
  private static long reach(LinearForm first, List<Value> indices, Definitions definitions) {
    long reach = 0;
    for (Value index : indices) {
      LinearForm distance = LinearForm.of(index, definitions).plus(first.times(-1));
      boolean isBehind = distance.isConstant() && distance.constant() >= 0;
      reach = isBehind ? Math.max(reach, distance.constant()) : Long.MAX_VALUE;
    }
    return reach;
  }
}
