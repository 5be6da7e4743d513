package dev.kiln.lower.tileop;

import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;

/** Fills the memory of a tile from end to end, padding included: no layout matters here. */
final class LowerFill {
  private static final int VECTORS = 4;

  private LowerFill() {}

  static void lower(TileOp.Fill fill, OpBuilder out, LoweringContext context) {
    Value base = context.view(fill.target()).base();
    Type.TileType tile = (Type.TileType) base.type();
    long elements = tile.layout().size(tile.shape().extents());
    Value scalar = context.toStorage(fill.value(), base, out);
    for (Strip strip : Strip.of(elements, context.lanes(tile.storage()), VECTORS)) {
      Value stored = out.splat(scalar, strip.lanes());
      strip.loop(
          out,
          (body, index) -> {
            for (int v = 0; v < strip.vectors(); v++) {
              Value offset = Indices.plus(index, (long) v * strip.lanes(), body);
              body.store(context.memory(base), offset, stored, null);
            }
          });
    }
  }
}
