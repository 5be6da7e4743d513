package dev.kiln.lower.tileop;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LoopKind;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Param;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random kernels around one parallel loop: loads of every kind of index, variables, branches, loops
 * that lanes leave at different times, stores of an iteration's own elements, atomic sums.
 */
final class RandomParallel {
  private static final Loc LOC = Loc.text("random", 1, 1);
  private static final DType[] FLOATS = {DType.F32, DType.F32, DType.F16, DType.BF16, DType.F64};
  private static final DType[] INTS = {DType.I32, DType.I32, DType.I8, DType.U8, DType.I16};

  private final Random random;
  private final Values values = Values.fresh();
  private final List<Param> params = new ArrayList<>();

  private Value floats;
  private Value ints;
  private Value result;
  private Value sums;
  private Value scalar;
  private List<Value> indices;
  private Value block;
  private Value privateTile;
  private Value shared;

  private RandomParallel(long seed) {
    this.random = new Random(seed);
  }

  /** What an operation may use at some place. */
  private record Pool(List<Value> ints, List<Value> floats, List<Value> bools, List<Value> cells) {
    Pool copy() {
      return new Pool(
          new ArrayList<>(ints),
          new ArrayList<>(floats),
          new ArrayList<>(bools),
          new ArrayList<>(cells));
    }
  }

  static Kernel kernel(long seed) {
    return new RandomParallel(seed).kernel();
  }

  private Kernel kernel() {
    int rank = 1 + random.nextInt(2);
    floats = tensor("x", FLOATS[random.nextInt(FLOATS.length)], rank);
    ints = tensor("k", INTS[random.nextInt(INTS.length)], 1);
    result = tensor("y", FLOATS[random.nextInt(FLOATS.length)], rank);
    sums = tensor("h", INTS[random.nextInt(INTS.length)], 1);
    scalar = param("s", Type.I32);
    var out = new OpBuilder(values, LOC);
    Value two = out.i32(2);
    block = values.value(Type.I32, "b");
    Body body = out.nested(inner -> block(inner, rank));
    out.add(new LowOp.Grid(List.of(block), List.of(two), body, LOC));
    return new Kernel("random", params, out.build(), LOC);
  }

  private Value tensor(String name, DType dtype, int rank) {
    return param(name, new Type.TensorType(dtype, rank));
  }

  private Value param(String name, Type type) {
    Value value = values.value(type, name);
    params.add(new Param(name, value, List.of(), LOC));
    return value;
  }

  private void block(OpBuilder out, int rank) {
    indices = new ArrayList<>();
    var extents = new ArrayList<Value>();
    for (int axis = 0; axis < rank; axis++) {
      indices.add(values.value(Type.I32, "i" + axis));
      extents.add(random.nextInt(3) == 0 ? out.dim(result, axis) : out.i32(1 + random.nextInt(27)));
    }
    if (random.nextInt(3) == 0) {
      shared = values.value(Type.TileType.of(DType.I32, Shape.of(9), Scope.SHARED), "bins");
      out.add(new TileOp.AllocTile(shared, LOC));
      out.add(new TileOp.Fill(shared, out.i32(0), LOC));
    }
    Body body = out.nested(this::iteration);
    out.add(new TileOp.Parallel(indices, extents, body, LOC));
    if (shared != null) {
      flush(out);
    }
  }

  /** Adds what iterations have summed on chip to the sums in memory. */
  private void flush(OpBuilder out) {
    Value index = values.value(Type.I32, "bin");
    Value bins = out.i32(9);
    Body body =
        out.nested(
            inner -> {
              Value sum = element(inner, shared, List.of(index), Type.I32);
              inner.add(new TileOp.AtomicAdd(sums, List.of(index), sum, LOC));
            });
    out.add(new TileOp.Parallel(List.of(index), List.of(bins), body, LOC));
  }

  private void iteration(OpBuilder out) {
    var pool =
        new Pool(new ArrayList<>(indices), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    pool.ints().add(scalar);
    pool.ints().add(block);
    pool.ints().add(out.i32(random.nextInt(7) - 2));
    pool.floats().add(out.constant(Type.F32, random.nextGaussian()));
    pool.bools().add(out.compare(CompareOperator.LT, pick(pool.ints()), pick(pool.ints())));
    if (random.nextInt(3) == 0) {
      var type = Type.TileType.of(DType.F32, Shape.of(4), Scope.LOCAL);
      privateTile = values.value(type, "own");
      out.add(new TileOp.AllocTile(privateTile, LOC));
      for (int i = 0; i < 4; i++) {
        out.add(
            new TileOp.StoreElement(privateTile, List.of(out.i32(i)), pick(pool.floats()), LOC));
      }
    }
    statements(out, pool, 3 + random.nextInt(12), 3, false);
    store(out, pool);
  }

  private Value pick(List<Value> from) {
    return from.get(random.nextInt(from.size()));
  }

  private void statements(OpBuilder out, Pool pool, int count, int depth, boolean inLoop) {
    for (int i = 0; i < count; i++) {
      switch (random.nextInt(14)) {
        case 0, 1 -> pool.ints().add(integer(out, pool));
        case 2, 3 -> pool.floats().add(number(out, pool));
        case 4 -> pool.bools().add(truth(out, pool));
        case 5, 6 -> pool.floats().add(load(out, pool));
        case 7 -> pool.ints().add(loadInteger(out, pool));
        case 8 -> variable(out, pool);
        case 9 -> store(out, pool);
        case 10 -> atomic(out, pool);
        case 11, 12 -> branch(out, pool, depth, inLoop);
        default -> loop(out, pool, depth);
      }
    }
  }

  private Value integer(OpBuilder out, Pool pool) {
    BinaryOperator[] operators = {
      BinaryOperator.ADD,
      BinaryOperator.ADD,
      BinaryOperator.SUB,
      BinaryOperator.MUL,
      BinaryOperator.DIV,
      BinaryOperator.REM,
      BinaryOperator.MIN,
      BinaryOperator.AND,
      BinaryOperator.SHL,
      BinaryOperator.SHR,
      BinaryOperator.XOR
    };
    Value left = pick(pool.ints());
    Value right = pick(pool.ints());
    if (random.nextInt(6) == 0) {
      return out.select(pick(pool.bools()), left, right);
    }
    if (random.nextInt(8) == 0) {
      return out.cast(DType.I32, pick(pool.floats()));
    }
    return out.binary(operators[random.nextInt(operators.length)], left, right);
  }

  private Value number(OpBuilder out, Pool pool) {
    BinaryOperator[] operators = {
      BinaryOperator.ADD, BinaryOperator.SUB, BinaryOperator.MUL, BinaryOperator.MAX
    };
    Value left = pick(pool.floats());
    return switch (random.nextInt(5)) {
      case 0 -> out.select(pick(pool.bools()), left, pick(pool.floats()));
      case 1 -> out.cast(DType.F32, pick(pool.ints()));
      case 2 -> out.unary(UnaryOperator.ABS, left);
      default -> out.binary(operators[random.nextInt(operators.length)], left, pick(pool.floats()));
    };
  }

  private Value truth(OpBuilder out, Pool pool) {
    return switch (random.nextInt(4)) {
      case 0 -> out.unary(UnaryOperator.NOT, pick(pool.bools()));
      case 1 -> out.binary(BinaryOperator.AND, pick(pool.bools()), pick(pool.bools()));
      case 2 -> out.compare(CompareOperator.GT, pick(pool.floats()), pick(pool.floats()));
      default -> out.compare(CompareOperator.LE, pick(pool.ints()), pick(pool.ints()));
    };
  }

  /** Indices of an access to a tensor of the parallel loop's rank. */
  private List<Value> position(OpBuilder out, Pool pool) {
    var position = new ArrayList<Value>();
    for (Value index : indices) {
      position.add(
          switch (random.nextInt(6)) {
            case 0 -> pick(pool.ints());
            case 1 -> out.binary(BinaryOperator.ADD, index, out.i32(random.nextInt(5) - 2));
            case 2 -> out.binary(BinaryOperator.MUL, index, out.i32(2));
            case 3 -> out.binary(BinaryOperator.ADD, index, scalar);
            default -> index;
          });
    }
    if (random.nextInt(5) == 0 && position.size() == 2) {
      java.util.Collections.swap(position, 0, 1);
    }
    return position;
  }

  private Value load(OpBuilder out, Pool pool) {
    if (privateTile != null && random.nextInt(4) == 0) {
      return element(out, privateTile, List.of(pick(pool.ints())), Type.F32);
    }
    Value buffer = floats;
    List<Value> position = position(out, pool);
    if (random.nextInt(4) == 0) {
      var region =
          new Type.RegionType(floats.buffer().element(), floats.buffer().rank(), Scope.GLOBAL);
      Value view = values.value(region, "view");
      out.add(new TileOp.Anchor(view, floats, List.of(pick(List.of(scalar, block))), LOC));
      buffer = view;
    }
    if (random.nextInt(4) == 0) {
      buffer = result;
      position = List.copyOf(own(out));
    }
    Type type = new Type.ScalarType(buffer.buffer().element().computed());
    return out.cast(DType.F32, element(out, buffer, position, type));
  }

  private Value loadInteger(OpBuilder out, Pool pool) {
    Value index = random.nextBoolean() ? indices.getLast() : pick(pool.ints());
    return element(out, ints, List.of(index), Type.I32);
  }

  private Value element(OpBuilder out, Value buffer, List<Value> position, Type type) {
    Value value = values.value(type);
    out.add(new TileOp.LoadElement(value, buffer, position, LOC));
    return value;
  }

  /** An element that only this iteration of this block writes. */
  private List<Value> own(OpBuilder out) {
    var own = new ArrayList<Value>(indices);
    Value shifted = out.binary(BinaryOperator.MUL, block, out.i32(1000));
    own.set(0, out.binary(BinaryOperator.ADD, indices.getFirst(), shifted));
    return own;
  }

  private void store(OpBuilder out, Pool pool) {
    if (privateTile != null && random.nextInt(3) == 0) {
      out.add(
          new TileOp.StoreElement(
              privateTile, List.of(pick(pool.ints())), pick(pool.floats()), LOC));
      return;
    }
    Value value = out.cast(result.buffer().element().computed(), pick(pool.floats()));
    out.add(new TileOp.StoreElement(result, own(out), value, LOC));
  }

  private void atomic(OpBuilder out, Pool pool) {
    Value target = shared != null && random.nextBoolean() ? shared : sums;
    out.add(new TileOp.AtomicAdd(target, List.of(pick(pool.ints())), pick(pool.ints()), LOC));
  }

  private void variable(OpBuilder out, Pool pool) {
    if (pool.cells().isEmpty() || random.nextInt(3) == 0) {
      pool.cells().add(out.cell(pick(random.nextBoolean() ? pool.ints() : pool.floats()), "v"));
      return;
    }
    Value cell = pick(pool.cells());
    Value read = out.read(cell);
    boolean isInt = read.dtype() == DType.I32;
    (isInt ? pool.ints() : pool.floats()).add(read);
    if (random.nextBoolean()) {
      out.write(cell, pick(isInt ? pool.ints() : pool.floats()));
    }
  }

  private void branch(OpBuilder out, Pool pool, int depth, boolean inLoop) {
    if (depth == 0) {
      return;
    }
    Value condition = pick(pool.bools());
    Body then = out.nested(inner -> side(inner, pool.copy(), depth, inLoop));
    Body otherwise =
        random.nextBoolean()
            ? Body.EMPTY
            : out.nested(inner -> side(inner, pool.copy(), depth, inLoop));
    out.add(new LowOp.If(condition, then, otherwise, LOC));
  }

  private void side(OpBuilder out, Pool pool, int depth, boolean inLoop) {
    statements(out, pool, 1 + random.nextInt(4), depth - 1, inLoop);
    if (inLoop && random.nextInt(3) == 0) {
      out.add(random.nextBoolean() ? new LowOp.Break(LOC) : new LowOp.Continue(LOC));
    }
  }

  private void loop(OpBuilder out, Pool pool, int depth) {
    if (depth == 0) {
      return;
    }
    Value seven = out.i32(7);
    Value trips = out.binary(BinaryOperator.AND, pick(pool.ints()), seven);
    if (random.nextBoolean()) {
      Value lower =
          random.nextBoolean()
              ? out.i32(0)
              : out.binary(BinaryOperator.AND, pick(pool.ints()), out.i32(3));
      Value index = values.value(Type.I32, "j");
      Body body = out.nested(inner -> loopBody(inner, pool.copy(), index, depth));
      out.add(
          new LowOp.For(index, lower, trips, 1 + random.nextInt(2), LoopKind.SERIAL, body, LOC));
      return;
    }
    Value counter = out.cell(out.i32(0), "n");
    var condition = new OpBuilder(values, LOC);
    Value test = condition.compare(CompareOperator.LT, condition.read(counter), trips);
    Body body = out.nested(inner -> loopBody(inner, pool.copy(), inner.read(counter), depth));
    Body update =
        out.nested(
            inner ->
                inner.write(
                    counter, inner.binary(BinaryOperator.ADD, inner.read(counter), inner.i32(1))));
    out.add(new LowOp.While(condition.build(), test, body, update, LOC));
  }

  private void loopBody(OpBuilder out, Pool pool, Value index, int depth) {
    pool.ints().add(index);
    statements(out, pool, 1 + random.nextInt(5), depth - 1, true);
  }
}
