package dev.kiln.lower.laidout;

import dev.kiln.analysis.Definitions;
import dev.kiln.analysis.Interval;
import dev.kiln.analysis.Ranges;
import dev.kiln.ir.Body;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Literal;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The first axes of a kernel's fragments that have one index, and of the loops over them. */
final class UnitAxes {
  private final Definitions definitions;
  private final Ranges ranges;

  /** Fragments whose first axes have one index. */
  private final Set<Value> tiles = new LinkedHashSet<>();

  private UnitAxes(Kernel kernel) {
    definitions = Definitions.of(kernel);
    ranges = Ranges.of(kernel);
  }

  static UnitAxes of(Kernel kernel) {
    var axes = new UnitAxes(kernel);
    axes.find(kernel.body());
    return axes;
  }

  /** {@code kernel}, of which these are, without them. */
  Kernel dropped(Kernel kernel) {
    if (tiles.isEmpty()) {
      return kernel;
    }
    Map<Integer, Type> types = new HashMap<>();
    for (Value tile : tiles) {
      types.put(tile.id(), without(tile));
    }
    return kernel.withBody(TileTypes.with(rewrite(kernel.body()), types));
  }

  // What can lose axes

  private void find(Body body) {
    Ops.walk(
        body,
        op -> {
          if (op instanceof TileOp.AllocTile alloc && units(alloc.tile()) > 0) {
            tiles.add(alloc.tile());
          }
        });
    Ops.walk(
        body,
        op -> {
          for (Value operand : Ops.operands(op)) {
            if (tiles.contains(operand) && !mayLose(op, operand)) {
              tiles.remove(operand);
            }
          }
        });
    boolean changed;
    do {
      int before = tiles.size();
      Ops.walk(body, this::keepTogether);
      changed = tiles.size() != before;
    } while (changed);
  }

  /** How many of the first axes of a fragment have one index; one axis is left in any case. */
  private static int units(Value tile) {
    var type = (Type.TileType) tile.type();
    int units = 0;
    while (type.scope() == Scope.FRAGMENT
        && units < type.rank() - 1
        && type.shape().extent(units) == 1) {
      units++;
    }
    return units;
  }

  /** Whether {@code op} means the same by a tile without them. */
  private boolean mayLose(Op op, Value tile) {
    int units = units(tile);
    return switch (op) {
      case TileOp.LoadElement load -> areZero(load.indices().subList(0, units));
      case TileOp.StoreElement store ->
          !store.value().equals(tile) && areZero(store.indices().subList(0, units));
      case TileOp.Fill _, TileOp.Copy _ -> true;
      case TileOp.Reduce reduce ->
          reduce.source().equals(tile)
              && reduce.axis() >= units
              && units == ((Type.TileType) tile.type()).rank() - 1
              && reduce.target().buffer().rank() == 1;
      case TileOp _, LowOp _ -> false;
    };
  }

  private boolean areZero(List<Value> indices) {
    return indices.stream().allMatch(index -> ranges.of(index).equals(Interval.point(0)));
  }

  /** Tiles that are copied to each other, and fragments of one loop, have to have the same axes. */
  private void keepTogether(Op op) {
    var together = new HashSet<Value>();
    switch (op) {
      case TileOp.Copy copy -> {
        together.add(copy.source());
        together.add(copy.target());
      }
      case TileOp.Parallel parallel ->
          Ops.walk(
              parallel.body(),
              inner -> {
                if (inner instanceof TileOp.LoadElement load) {
                  together.add(load.buffer());
                } else if (inner instanceof TileOp.StoreElement store) {
                  together.add(store.buffer());
                }
              });
      case TileOp _, LowOp _ -> {}
    }
    boolean isKept =
        together.stream().anyMatch(value -> isWithUnits(value, op) && !tiles.contains(value));
    if (isKept) {
      tiles.removeAll(together);
    }
  }

  /** Whether a tile is used in {@code op} with axes that others of the kind can lose. */
  private boolean isWithUnits(Value value, Op op) {
    boolean isTile = value.type() instanceof Type.TileType;
    return isTile
        && (op instanceof TileOp.Copy
            || (definitions.of(value) instanceof TileOp.AllocTile && units(value) > 0));
  }

  // Without them

  private Type without(Value tile) {
    var type = (Type.TileType) tile.type();
    List<Integer> rest = type.shape().extents().subList(units(tile), type.rank());
    return new Type.TileType(
        type.element(), new Shape(rest), type.scope(), type.storage(), type.layout());
  }

  private Body rewrite(Body body) {
    return Ops.flatMap(body, op -> List.of(rewrite(op)));
  }

  private Op rewrite(Op op) {
    return switch (op) {
      case TileOp.LoadElement load when tiles.contains(load.buffer()) ->
          new TileOp.LoadElement(
              load.result(), load.buffer(), rest(load.buffer(), load.indices()), load.loc());
      case TileOp.StoreElement store when tiles.contains(store.buffer()) ->
          new TileOp.StoreElement(
              store.buffer(), rest(store.buffer(), store.indices()), store.value(), store.loc());
      case TileOp.Reduce reduce when tiles.contains(reduce.source()) ->
          new TileOp.Reduce(
              reduce.kind(),
              reduce.source(),
              reduce.target(),
              reduce.axis() - units(reduce.source()),
              reduce.clear(),
              reduce.loc());
      case TileOp.Parallel parallel when usesAny(parallel) -> rewrite(parallel);
      case TileOp _, LowOp _ -> Ops.mapBodies(op, this::rewrite);
    };
  }

  private static List<Value> rest(Value tile, List<Value> indices) {
    return indices.subList(units(tile), indices.size());
  }

  private boolean usesAny(TileOp.Parallel parallel) {
    return Ops.any(parallel.body(), op -> Ops.operands(op).stream().anyMatch(tiles::contains));
  }

  /** The index of an axis that has one is 0. */
  private Op rewrite(TileOp.Parallel parallel) {
    int units = 0;
    while (units < parallel.extents().size() - 1 && isOne(parallel.extents().get(units))) {
      units++;
    }
    var ops = new ArrayList<Op>();
    for (Value index : parallel.indices().subList(0, units)) {
      ops.add(new LowOp.Constant(index, Literal.of(index.dtype(), 0), parallel.loc()));
    }
    ops.addAll(rewrite(parallel.body()).ops());
    return new TileOp.Parallel(
        parallel.indices().subList(units, parallel.indices().size()),
        parallel.extents().subList(units, parallel.extents().size()),
        new Body(ops),
        parallel.loc());
  }

  private boolean isOne(Value extent) {
    Literal constant = definitions.constant(extent);
    return constant != null && constant.bits() == 1;
  }
}
