package dev.kiln.lower.loops;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.LinearForm;
import dev.kiln.ir.Body;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives loads from the chip the values that stores before them in the same body have written. */
final class Forwarding {
  private final Definitions definitions;

  /** What stands for the result of a load that is gone. */
  private final Map<Value, Value> replaced = new HashMap<>();

  private Forwarding(Definitions definitions) {
    this.definitions = definitions;
  }

  static Body of(Body body, Definitions definitions) {
    var forwarding = new Forwarding(definitions);
    Body shorter = forwarding.in(body);
    return forwarding.replaced.isEmpty()
        ? body
        : Ops.mapAllOperands(shorter, value -> forwarding.replaced.getOrDefault(value, value));
  }

  /** Elements of a memory from an index on, and what they hold. */
  private record Stored(Value memory, LinearForm index, Value value) {
    boolean mayOverlap(Value other, LinearForm from, int lanes) {
      LinearForm distance = from.plus(index.times(-1));
      boolean isApart =
          distance.isConstant()
              && (distance.constant() >= value.lanes() || -distance.constant() >= lanes);
      return memory.equals(other) && !isApart;
    }

    boolean isWhat(LowOp.Load load, LinearForm from) {
      return memory.equals(load.memory())
          && index.equals(from)
          && value.type().equals(load.result().type());
    }
  }

  private Body in(Body body) {
    var stored = new ArrayList<Stored>();
    return Ops.flatMap(
        body,
        op ->
            switch (op) {
              case LowOp.Load load
                  when load.mask() == null
                      && load.index().lanes() == 1
                      && ReadStores.isOnChip(load.memory()) ->
                  load(load, stored);
              case LowOp.Store store when store.mask() == null && store.index().lanes() == 1 -> {
                LinearForm index = LinearForm.of(store.index(), definitions);
                int lanes = store.value().lanes();
                stored.removeIf(each -> each.mayOverlap(store.memory(), index, lanes));
                Value value = replaced.getOrDefault(store.value(), store.value());
                stored.add(new Stored(store.memory(), index, value));
                yield List.of(store);
              }
              case LowOp.Load _, LowOp.Prefetch _ -> List.of(op);
              case LowOp _, TileOp _ -> {
                forget(op, stored);
                Op inner = Ops.mapBodies(op, this::in);
                yield List.of(inner);
              }
            });
  }

  private List<Op> load(LowOp.Load load, List<Stored> stored) {
    LinearForm index = LinearForm.of(load.index(), definitions);
    for (Stored each : stored) {
      if (each.isWhat(load, index)) {
        replaced.put(load.result(), each.value());
        return List.of();
      }
    }
    return List.of(load);
  }

  /** What {@code op}, or an operation in it, may have written to is no longer known. */
  private static void forget(Op op, List<Stored> stored) {
    Ops.walk(
        Body.of(op),
        inner -> {
          List<Value> operands = Ops.operands(inner);
          stored.removeIf(each -> operands.contains(each.memory()));
        });
  }
}
