package dev.kiln.lower.laidout;

import dev.kiln.ir.Body;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives tiles other types, and the views of them. */
final class TileTypes {
  private TileTypes() {}

  /** {@code body} with the tiles of {@code ofTiles}, by id, as they are said there. */
  static Body with(Body body, Map<Integer, Type> ofTiles) {
    var types = new HashMap<>(ofTiles);
    Ops.walk(
        body,
        op -> {
          if (op instanceof TileOp.Transpose view) {
            Type source = types.get(view.source().id());
            if (source instanceof Type.TileType tile
                && view.view().type() instanceof Type.TileType seen) {
              types.put(
                  view.view().id(),
                  new Type.TileType(
                      seen.element(),
                      seen.shape(),
                      tile.scope(),
                      tile.storage(),
                      tile.layout().transposed()));
            } else if (source != null) {
              types.put(view.view().id(), region(view.view(), source));
            }
          } else if (op instanceof TileOp.Anchor anchor) {
            Type source = types.get(anchor.source().id());
            if (source != null) {
              types.put(anchor.view().id(), region(anchor.view(), source));
            }
          }
        });
    Body renamed = Ops.mapAllOperands(body, value -> typed(value, types));
    return results(renamed, types);
  }

  /** A region of what has moved to another scope. */
  private static Type region(Value view, Type source) {
    var region = (Type.RegionType) view.type();
    return new Type.RegionType(region.element(), region.rank(), ((Type.Buffer) source).scope());
  }

  private static Body results(Body body, Map<Integer, Type> types) {
    return Ops.flatMap(
        body,
        op ->
            List.of(
                Ops.rename(
                    Ops.mapBodies(op, nested -> results(nested, types)),
                    operand -> operand,
                    result -> typed(result, types))));
  }

  private static Value typed(Value value, Map<Integer, Type> types) {
    Type type = types.get(value.id());
    return type == null ? value : value.withType(type);
  }
}
