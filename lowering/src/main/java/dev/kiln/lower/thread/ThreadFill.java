package dev.kiln.lower.thread;

import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.lower.tileop.LoweringContext;

/** Fills a tile: registers by whoever holds them, memory from end to end, padding included. */
final class ThreadFill {
  private ThreadFill() {}

  static void lower(TileOp.Fill fill, OpBuilder out, ThreadContext context) {
    LoweringContext lowering = context.lowering();
    Value base = lowering.view(fill.target()).base();
    Value memory = lowering.memory(base);
    var tile = (Type.TileType) base.type();
    Layout.Fragment spread = ThreadContext.spread(base);
    ThreadContext.phase(
        out,
        inner -> {
          Value stored = lowering.toStorage(fill.value(), base, inner);
          OpBuilder.LoopBody store =
              (body, index) -> body.store(memory, index, stored, /* mask= */ null);
          if (spread != null) {
            HeldElements.each(spread.registers(), inner, store);
          } else {
            long elements = tile.layout().size(tile.shape().extents());
            context.share(inner.i64(elements), inner, store);
          }
        });
  }
}
