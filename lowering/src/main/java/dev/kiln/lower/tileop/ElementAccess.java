package dev.kiln.lower.tileop;

import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.BitSet;
import java.util.List;

/** Element accesses that stand outside of any parallel loop: one lane, all values themselves. */
final class ElementAccess {
  private ElementAccess() {}

  static void load(TileOp.LoadElement load, OpBuilder out, LoweringContext context) {
    LaneValue value = access(load.buffer(), load.indices(), context).load(null, out);
    context.replace(load.result(), Lanes.one(context).vector(value, out));
  }

  static void store(TileOp.StoreElement store, OpBuilder out, LoweringContext context) {
    access(store.buffer(), store.indices(), context)
        .store(LaneValue.same(store.value()), null, out);
  }

  static void atomicAdd(TileOp.AtomicAdd add, OpBuilder out, LoweringContext context) {
    access(add.buffer(), add.indices(), context).atomicAdd(LaneValue.same(add.value()), null, out);
  }

  private static LaneAccess access(Value buffer, List<Value> indices, LoweringContext context) {
    return LaneAccess.of(buffer, indices, new BitSet(), Lanes.one(context));
  }
}
