package dev.kiln.lower.tileop;

import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Value;
import java.util.BitSet;
import java.util.List;

/** Element accesses that stand outside of any parallel loop: one lane, all values themselves. */
public final class ElementAccess {
  private ElementAccess() {}

  public static void load(TileOp.LoadElement load, Lanes lanes, OpBuilder out) {
    LaneValue value = access(load.buffer(), load.indices(), lanes).load(null, out);
    lanes.context().replace(load.result(), lanes.vector(value, out));
  }

  public static void store(TileOp.StoreElement store, Lanes lanes, OpBuilder out) {
    access(store.buffer(), store.indices(), lanes).store(LaneValue.same(store.value()), null, out);
  }

  public static void atomicAdd(TileOp.AtomicAdd add, Lanes lanes, OpBuilder out) {
    access(add.buffer(), add.indices(), lanes).atomicAdd(LaneValue.same(add.value()), null, out);
  }

  private static LaneAccess access(Value buffer, List<Value> indices, Lanes lanes) {
    return LaneAccess.of(buffer, indices, new BitSet(), lanes);
  }
}
