package dev.kiln.lower.thread;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.lower.tileop.Guards;
import dev.kiln.lower.tileop.Indices;
import dev.kiln.lower.tileop.LaneAccess;
import dev.kiln.lower.tileop.LaneCode;
import dev.kiln.lower.tileop.LanePlan;
import dev.kiln.lower.tileop.LaneValue;
import dev.kiln.lower.tileop.Lanes;
import dev.kiln.lower.tileop.LowerParallel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shares a parallel loop out: each iteration is run by the threads that hold the fragments it works
 * on, by the first of them where it changes none, or, where there are no fragments, iteration by
 * iteration in turn, neighbours by neighbouring threads.
 */
final class ThreadParallel {
  private final TileOp.Parallel parallel;
  private final ThreadContext context;

  /** The fragments that the body accesses, with the axis of the loop that each lacks, or -1. */
  private final Map<Value, Integer> held = new LinkedHashMap<>();

  private final Set<Value> written = new HashSet<>();

  private ThreadParallel(TileOp.Parallel parallel, ThreadContext context) {
    this.parallel = parallel;
    this.context = context;
    Ops.walk(parallel.body(), this::collect);
  }

  static void lower(TileOp.Parallel op, OpBuilder out, ThreadContext context) {
    var lowering = new ThreadParallel(LowerParallel.flat(op, context.lowering()), context);
    ThreadContext.phase(out, lowering::lower);
  }

  private void lower(OpBuilder out) {
    Value whole = held.keySet().stream().filter(tile -> axis(tile) < 0).findFirst().orElse(null);
    if (whole == null) {
      inTurn(out);
    } else {
      byHolders(whole, out);
    }
  }

  private int axis(Value tile) {
    return held.getOrDefault(tile, -1);
  }

  private void collect(Op op) {
    switch (op) {
      case TileOp.LoadElement load -> collect(load.buffer(), load.indices());
      case TileOp.StoreElement store -> {
        collect(store.buffer(), store.indices());
        written.add(store.buffer());
      }
      case TileOp _, LowOp _ -> {}
    }
  }

  private void collect(Value buffer, List<Value> indices) {
    if (ThreadContext.spread(buffer) == null) {
      return;
    }
    var tile = (Type.TileType) buffer.type();
    if (indices.equals(parallel.indices())) {
      if (isCovering(tile, parallel.extents())) {
        held.put(buffer, -1);
      }
      return;
    }
    for (int axis = 0; axis < parallel.indices().size(); axis++) {
      var rest = new ArrayList<>(parallel.indices());
      rest.remove(axis);
      var extents = new ArrayList<>(parallel.extents());
      extents.remove(axis);
      if (indices.equals(rest) && !rest.isEmpty() && isCovering(tile, extents)) {
        held.put(buffer, axis);
        return;
      }
    }
  }

  /** Whether loops of these extents run for no index that a tile has not. */
  private boolean isCovering(Type.TileType tile, List<Value> extents) {
    boolean isCovering = true;
    for (int axis = 0; axis < tile.rank(); axis++) {
      long most = context.lowering().ranges().of(extents.get(axis)).high();
      isCovering &= most <= tile.shape().extent(axis);
    }
    return isCovering;
  }

  // By holders

  private void byHolders(Value whole, OpBuilder out) {
    var tile = (Type.TileType) whole.type();
    var layout = (Layout.Fragment) tile.layout();
    Value first = context.isFirstHolder(layout, out);
    boolean isOfAll = written.stream().anyMatch(held::containsKey);
    List<Value> extents =
        parallel.extents().stream().map(extent -> out.cast(DType.I64, extent)).toList();
    new HeldElements(layout, tile.shape(), context)
        .each(
            out,
            (inner, element) -> {
              Value runs =
                  isOfAll ? element.isInside() : Indices.and(element.isInside(), first, inner);
              for (int axis = 0; axis < extents.size(); axis++) {
                if (!isCovered(axis, tile)) {
                  Value below =
                      inner.compare(
                          CompareOperator.LT, element.index().get(axis), extents.get(axis));
                  runs = Indices.and(runs, below, inner);
                }
              }
              Lanes lanes = lanes(element.index(), inner);
              if (isOfAll) {
                lanes.putWriter(first);
              }
              for (Value other : held.keySet()) {
                lanes.putRegister(
                    other,
                    axis(other) < 0
                        ? element.register()
                        : HeldElements.without(layout, axis(other), element.register(), inner));
              }
              run(lanes, runs, inner);
            });
  }

  /** Whether the loop runs for every index of the tile along an axis. */
  private boolean isCovered(int axis, Type.TileType tile) {
    var extent = context.lowering().ranges().of(parallel.extents().get(axis));
    return extent.low() >= tile.shape().extent(axis);
  }

  // In turn

  private void inTurn(OpBuilder out) {
    List<Value> extents =
        parallel.extents().stream()
            .map(extent -> out.cast(DType.I64, extent))
            .map(extent -> out.binary(BinaryOperator.MAX, extent, out.i64(0)))
            .toList();
    int lanes = lanesInTurn();
    if (lanes > 1) {
      groupsInTurn(extents.getFirst(), lanes, out);
      return;
    }
    Value count = extents.getFirst();
    for (Value extent : extents.subList(1, extents.size())) {
      count = Indices.multiply(count, extent, out);
    }
    context.share(
        count, out, (inner, at) -> run(lanes(indices(at, extents, inner), inner), null, inner));
  }

  /**
   * How many neighbouring iterations a thread runs at once: where what they access is neighbours
   * too, and whole vectors of them, and they take no branches.
   */
  private int lanesInTurn() {
    if (parallel.indices().size() != 1) {
      return 1;
    }
    int count = LanePlan.of(parallel, context.lowering()).count();
    Lanes lanes =
        Lanes.along(parallel.indices().getFirst(), count, parallel.body(), context.lowering());
    boolean isFit =
        parallel.body().ops().stream()
            .allMatch(
                op ->
                    switch (op) {
                      case TileOp.LoadElement load -> isFit(load.buffer(), load.indices(), lanes);
                      case TileOp.StoreElement store ->
                          isFit(store.buffer(), store.indices(), lanes);
                      case TileOp.AtomicAdd _, TileOp.AllocTile _, LowOp.Math _, LowOp.Print _ ->
                          false;
                      case TileOp _, LowOp _ -> Ops.bodies(op).isEmpty();
                    });
    return isFit ? count : 1;
  }

  private static boolean isFit(Value buffer, List<Value> indices, Lanes lanes) {
    return LaneAccess.of(buffer, indices, new BitSet(), lanes).isAlignedRun();
  }

  /** Groups of lanes that are inside as a whole; the iterations that are left one by one. */
  private void groupsInTurn(Value extent, int count, OpBuilder out) {
    Value index = parallel.indices().getFirst();
    Guards guards = Guards.of(index, parallel.body(), context.lowering());
    Value safe = guards.isEmpty() ? extent : guards.safe(extent, Map.of(), out);
    Value whole = out.binary(BinaryOperator.AND, safe, out.i64(-count));
    Value groups = out.binary(BinaryOperator.DIV, whole, out.i64(count));
    context.share(
        groups,
        out,
        (inner, group) -> {
          Lanes lanes = Lanes.along(index, count, parallel.body(), context.lowering());
          Value first = inner.cast(index.dtype(), Indices.times(group, count, inner));
          lanes.put(index, new LaneValue.Stepped(first, 1));
          new LaneCode(lanes, guards.proven(), null).body(parallel.body(), inner);
        });
    context.share(
        Indices.subtract(extent, whole, out),
        out,
        (inner, rest) -> run(lanes(List.of(Indices.add(whole, rest, inner)), inner), null, inner));
  }

  private static List<Value> indices(Value number, List<Value> extents, OpBuilder out) {
    var indices = new ArrayList<Value>();
    Value rest = number;
    for (int axis = extents.size() - 1; axis > 0; axis--) {
      indices.addFirst(out.binary(BinaryOperator.REM, rest, extents.get(axis)));
      rest = out.binary(BinaryOperator.DIV, rest, extents.get(axis));
    }
    indices.addFirst(rest);
    return indices;
  }

  // Both

  private Lanes lanes(List<Value> indices, OpBuilder out) {
    Value last = parallel.indices().getLast();
    Lanes lanes = Lanes.along(last, 1, parallel.body(), context.lowering());
    for (int axis = 0; axis < indices.size(); axis++) {
      Value index = parallel.indices().get(axis);
      lanes.put(index, LaneValue.same(out.cast(index.dtype(), indices.get(axis))));
    }
    return lanes;
  }

  private void run(Lanes lanes, @Nullable Value condition, OpBuilder out) {
    var code = new LaneCode(lanes, Map.of(), null);
    if (condition == null) {
      code.body(parallel.body(), out);
    } else {
      out.when(condition, inner -> code.body(parallel.body(), inner));
    }
  }
}
