package dev.kiln.lower.laidout;

import dev.kiln.analysis.Definitions;
import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Machine;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives every tile a layout and a storage type.
 *
 * <pre>
 * %b = alloc-tile : tile&lt;f32, 64x32, shared&gt;
 * gemm %a, %b, %c     =&gt;  %b : tile&lt;f32, 64x32, shared, panels axis 1 width 16 length 64&gt;
 * </pre>
 *
 * A strict demand decides. Else the demands of all operations are weighed: the layout wins that
 * leaves the least cost to the demands for others, the first of equals. A tile of which nobody asks
 * anything is free.
 */
public final class InferLayouts {
  private final Map<Value, List<LayoutDemand>> demands = new LinkedHashMap<>();
  private final Definitions definitions;

  private InferLayouts(Definitions definitions) {
    this.definitions = definitions;
  }

  /** The pass for machines of which {@code rules} speak. */
  public static Pass with(LayoutRules rules) {
    return Pass.of(
            InferLayouts.class,
            Stage.LAID_OUT,
            "Gives every tile a layout and a storage type.",
            (kernel, context) -> infer(kernel, rules, context.machine()))
        .needs(Fact.TILE_OPS, Fact.SCHEDULED)
        .gives(Fact.LAYOUTS);
  }

  private static Kernel infer(Kernel kernel, LayoutRules rules, Machine machine) {
    var inference = new InferLayouts(Definitions.of(kernel));
    Ops.walk(kernel.body(), op -> inference.collect(op, rules, machine));
    var types = new LinkedHashMap<Integer, Type>();
    Ops.walk(kernel.body(), op -> inference.decide(op, rules, machine, types));
    return kernel.withBody(retype(kernel.body(), types));
  }

  private void collect(Op op, LayoutRules rules, Machine machine) {
    if (op instanceof TileOp tileOp) {
      for (LayoutDemand demand : rules.demands(tileOp, machine)) {
        LayoutDemand ofTile = throughViews(demand);
        demands.computeIfAbsent(ofTile.tile(), tile -> new ArrayList<>()).add(ofTile);
      }
    }
  }

  /** The same demand on the tile behind transposed views. */
  private LayoutDemand throughViews(LayoutDemand demand) {
    return definitions.of(demand.tile()) instanceof TileOp.Transpose view
        ? throughViews(
            new LayoutDemand(
                view.source(), demand.layout().transposed(), demand.strength(), demand.cost()))
        : demand;
  }

  private void decide(Op op, LayoutRules rules, Machine machine, Map<Integer, Type> types) {
    if (op instanceof TileOp.AllocTile alloc && alloc.tile().type() instanceof Type.TileType tile) {
      List<LayoutDemand> wishes = demands.getOrDefault(alloc.tile(), List.of());
      Layout layout = wishes.isEmpty() ? rules.free(tile, machine) : choose(alloc, wishes);
      types.put(
          alloc.tile().id(),
          new Type.TileType(
              tile.element(), tile.shape(), tile.scope(), rules.storage(tile, machine), layout));
    } else if (op instanceof TileOp.Transpose view
        && view.view().type() instanceof Type.TileType seen
        && types.get(view.source().id()) instanceof Type.TileType source) {
      types.put(
          view.view().id(),
          new Type.TileType(
              seen.element(),
              seen.shape(),
              seen.scope(),
              source.storage(),
              source.layout().transposed()));
    }
  }

  private static Layout choose(TileOp.AllocTile alloc, List<LayoutDemand> wishes) {
    List<Layout> strict =
        wishes.stream()
            .filter(wish -> wish.strength() == LayoutDemand.Strength.STRICT)
            .map(LayoutDemand::layout)
            .distinct()
            .toList();
    if (strict.size() > 1) {
      throw new IllegalStateException(
          "the tile of %s must lie as %s at once".formatted(alloc.loc(), strict));
    }
    return strict.isEmpty() ? cheapest(wishes) : strict.getFirst();
  }

  private static Layout cheapest(List<LayoutDemand> wishes) {
    Layout best = wishes.getFirst().layout();
    long least = Long.MAX_VALUE;
    for (LayoutDemand candidate : wishes) {
      long cost =
          wishes.stream()
              .filter(wish -> !wish.layout().equals(candidate.layout()))
              .mapToLong(LayoutDemand::cost)
              .sum();
      if (cost < least) {
        best = candidate.layout();
        least = cost;
      }
    }
    return best;
  }

  /** {@code body} with the type of every value that has another one now. */
  private static Body retype(Body body, Map<Integer, Type> types) {
    Body renamed = Ops.mapAllOperands(body, value -> typed(value, types));
    return retypeResults(renamed, types);
  }

  private static Body retypeResults(Body body, Map<Integer, Type> types) {
    return Ops.flatMap(
        body,
        op ->
            List.of(
                switch (op) {
                  case TileOp.AllocTile alloc ->
                      new TileOp.AllocTile(typed(alloc.tile(), types), alloc.loc());
                  case TileOp.Transpose view ->
                      new TileOp.Transpose(typed(view.view(), types), view.source(), view.loc());
                  default -> Ops.mapBodies(op, nested -> retypeResults(nested, types));
                }));
  }

  private static Value typed(Value value, Map<Integer, Type> types) {
    Type type = types.get(value.id());
    return type == null ? value : value.withType(type);
  }
}
