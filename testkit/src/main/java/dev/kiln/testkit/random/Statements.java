package dev.kiln.testkit.random;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LoopKind;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.ReduceKind;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Random statements of one block: each reads what is in the pool and adds what it has written. */
final class Statements {
  private static final double F16_LARGEST = 60000;
  private static final int EXPRESSION_DEPTH = 3;
  private static final int MOST_TRIPS = 5;

  private final Choices choices;
  private final Data data;
  private final List<KernelGenerator.Tensor> inputs;
  private final List<Value> offsets;
  private final List<Integer> block;

  Statements(
      Choices choices,
      Data data,
      List<KernelGenerator.Tensor> inputs,
      List<Value> offsets,
      List<Integer> block) {
    this.choices = choices;
    this.data = data;
    this.inputs = List.copyOf(inputs);
    this.offsets = List.copyOf(offsets);
    this.block = List.copyOf(block);
  }

  /** Extents of what a block writes of the outputs. */
  List<Integer> block() {
    return block;
  }

  /** Where a block begins in the outputs, one an axis. */
  List<Value> offsets() {
    return offsets;
  }

  /** One statement; loops and branches hold more while {@code depth} lasts. */
  void any(Pool pool, OpBuilder out, int depth) {
    switch (choices.between(0, depth > 0 ? 13 : 8)) {
      case 0, 1 -> load(pool, out);
      case 2 -> fill(pool, out);
      case 3, 4 -> elementwise(shape(pool), dtype(), pool, out);
      case 5 -> convert(pool, out);
      case 6 -> reduce(pool, out);
      case 7 -> overwrite(pool, out);
      case 8, 9 -> gemm(pool, out);
      case 10 -> accumulate(pool, out);
      case 11 -> branch(pool, out, depth);
      default -> loop(pool, out, depth);
    }
  }

  /** A tile copied from somewhere in an input, perhaps from outside of it. */
  Pool.Tile load(Pool pool, OpBuilder out) {
    KernelGenerator.Tensor input = choices.of(inputs);
    int rank = choices.between(1, input.dims().size() + 1);
    var extents = new ArrayList<Integer>();
    for (int axis = 0; axis < rank; axis++) {
      boolean isOfBlock = rank == block.size() && !choices.oneIn(3);
      extents.add(
          isOfBlock ? block.get(axis) : rank == 3 ? choices.between(1, 5) : choices.extent());
    }
    DType element = input.element();
    if (element != DType.BOOL && choices.oneIn(4)) {
      DType other = dtype();
      element =
          other != DType.BOOL && canHold(other, element, input.bound(), data) ? other : element;
    }
    Pool.Tile tile = alloc(new Shape(extents), element, out);
    out.add(new TileOp.Copy(region(input, out), tile.value(), out.loc()));
    tile.set(converted(input.bound(), element));
    pool.add(tile);
    return tile;
  }

  private Value region(KernelGenerator.Tensor input, OpBuilder out) {
    int rank = input.dims().size();
    var indices = new ArrayList<Value>();
    for (int axis = 0; axis < rank - (choices.oneIn(5) ? 1 : 0); axis++) {
      Value constant = out.i32(choices.of(0, 0, 0, 1, -2, 3, 30));
      indices.add(
          choices.oneIn(3)
              ? constant
              : out.binary(BinaryOperator.ADD, choices.of(offsets), constant));
    }
    return anchor(input.value(), indices, out);
  }

  private static Value anchor(Value buffer, List<Value> indices, OpBuilder out) {
    Type.Buffer type = buffer.buffer();
    Value region =
        out.values().value(new Type.RegionType(type.element(), type.rank(), type.scope()));
    out.add(new TileOp.Anchor(region, buffer, indices, out.loc()));
    return region;
  }

  private void fill(Pool pool, OpBuilder out) {
    Pool.Tile tile = alloc(shape(pool), dtype(), out);
    Pool.Scalar value = constant(tile.element().computed(), out);
    out.add(new TileOp.Fill(tile.value(), value.value(), out.loc()));
    tile.set(value.bound());
    pool.add(tile);
  }

  private Pool.Scalar constant(DType dtype, OpBuilder out) {
    var type = new Type.ScalarType(dtype);
    int number = choices.between(-4, 5);
    return switch (dtype) {
      case BOOL -> new Pool.Scalar(out.constant(type, number & 1), Bound.exact(1, 1));
      case I32, I64 -> new Pool.Scalar(out.constant(type, (long) number), Bound.exact(4, 1));
      case F32, F64 -> new Pool.Scalar(out.constant(type, number / 2.0), Bound.exact(2, 0.5));
      case F16, BF16, E4M3, E5M2, I8, I16, U8 ->
          throw new IllegalArgumentException("not computed: " + dtype);
    };
  }

  /** A tile of which each element is an expression; the loop may run past its edges. */
  Pool.Tile elementwise(Shape shape, DType element, Pool pool, OpBuilder out) {
    Pool.Tile tile = alloc(shape, element, out);
    int over = choices.oneIn(4) ? choices.between(1, 3) : 0;
    var extents = shape.extents().stream().map(extent -> out.i32(extent + over)).toList();
    tile.set(store(tile, extents, pool, out));
    pool.add(tile);
    return tile;
  }

  /** A tile that is there already gets other elements, perhaps not all. */
  private void overwrite(Pool pool, OpBuilder out) {
    if (pool.own().isEmpty()) {
      return;
    }
    Pool.Tile tile = choices.of(pool.own());
    var extents =
        tile.extents().stream().map(extent -> out.i32(choices.between(1, extent + 1))).toList();
    Pool others = pool.inner();
    others.hide(tile);
    tile.set(tile.bound().or(store(tile, extents, others, out)));
  }

  private Bound store(Pool.Tile tile, List<Value> extents, Pool pool, OpBuilder out) {
    var indices = extents.stream().map(_ -> out.values().value(Type.I32, "i")).toList();
    DType element = tile.element();
    DType computed = element.computed();
    var bound = new Bound[1];
    Body body =
        out.nested(
            inner -> {
              var leaves = new ElementLeaves(choices, inputs, offsets, pool, indices);
              var expressions = new Expressions(choices, data, leaves, inner);
              Pool.Scalar value = expressions.of(computed, choices.between(0, EXPRESSION_DEPTH));
              inner.add(new TileOp.StoreElement(tile.value(), indices, value.value(), inner.loc()));
              bound[0] = stored(value.bound(), element);
            });
    out.add(new TileOp.Parallel(indices, extents, body, out.loc()));
    return bound[0];
  }

  /** Adds to elements of {@code counts} that the data chooses; returns what holds of a term. */
  Bound count(Value counts, Pool pool, OpBuilder out) {
    List<Value> extents = block.stream().map(out::i32).toList();
    List<Value> indices = extents.stream().map(_ -> out.values().value(Type.I32, "i")).toList();
    DType computed = counts.buffer().element().computed();
    var term = new Bound[1];
    Body body =
        out.nested(
            inner -> {
              var leaves = new ElementLeaves(choices, inputs, offsets, pool, indices);
              var expressions = new Expressions(choices, data, leaves, inner);
              Value at = expressions.of(DType.I32, 1).value();
              Value near = inner.binary(BinaryOperator.AND, at, inner.i32(31));
              // NaN and infinities would come in any order: special inputs are only counted.
              Pool.Scalar value =
                  data == Data.SPECIAL
                      ? constant(computed, inner)
                      : expressions.of(computed, choices.between(0, 2));
              inner.add(new TileOp.AtomicAdd(counts, List.of(near), value.value(), inner.loc()));
              term[0] = value.bound();
            });
    out.add(new TileOp.Parallel(indices, extents, body, out.loc()));
    return term[0];
  }

  private void convert(Pool pool, OpBuilder out) {
    DType element = dtype();
    List<Pool.Tile> sources =
        pool.tiles(
            tile ->
                (tile.element() == DType.BOOL) == (element == DType.BOOL)
                    && canHold(element, tile.element(), tile.bound(), data));
    if (sources.isEmpty()) {
      return;
    }
    Pool.Tile source = choices.of(sources);
    boolean turns = source.extents().size() >= 2 && choices.oneIn(2);
    Shape shape = source.type().shape();
    Pool.Tile target = alloc(turns ? shape.transposed() : shape, element, out);
    Value from = turns ? transposed(source.value(), out) : source.value();
    out.add(new TileOp.Copy(from, target.value(), out.loc()));
    target.set(converted(source.bound(), element));
    pool.add(target);
  }

  private static Value transposed(Value tile, OpBuilder out) {
    var type = (Type.TileType) tile.type();
    Value view =
        out.values()
            .value(Type.TileType.of(type.element(), type.shape().transposed(), type.scope()));
    out.add(new TileOp.Transpose(view, tile, out.loc()));
    return view;
  }

  private void reduce(Pool pool, OpBuilder out) {
    List<Pool.Tile> sources =
        pool.tiles(tile -> tile.element() != DType.BOOL && tile.extents().size() <= 2);
    if (sources.isEmpty()) {
      return;
    }
    Pool.Tile source = choices.of(sources);
    int axis = choices.between(0, source.extents().size());
    boolean isSpecial = data == Data.SPECIAL && source.element().isFloat();
    var kind =
        isSpecial
            ? choices.of(ReduceKind.MAX, ReduceKind.MIN, ReduceKind.ABS_MAX)
            : choices.of(ReduceKind.values());
    Bound term = source.bound();
    DType computed = source.element().computed();
    Bound bound =
        kind == ReduceKind.SUM
            ? Bound.exact(0, term.quantum()).plusTerms(source.extents().get(axis), term, computed)
            : term;
    DType element = canHold(source.element(), computed, bound, data) ? source.element() : computed;
    Shape rest = source.type().shape().without(axis);
    Pool.Tile target = alloc(rest.rank() == 0 ? Shape.of(1) : rest, element, out);
    out.add(
        new TileOp.Reduce(
            kind, source.value(), target.value(), axis, /* clear= */ true, out.loc()));
    target.set(stored(bound, element));
    pool.add(target);
  }

  /** {@code acc += a * b} over a loop, a and b copied in it, either transposed. */
  private void gemm(Pool pool, OpBuilder out) {
    if (data == Data.SPECIAL) {
      return;
    }
    DType factor =
        choices.of(DType.F32, DType.F32, DType.F16, DType.BF16, DType.F64, DType.I8, DType.I32);
    List<KernelGenerator.Tensor> sources =
        inputs.stream()
            .filter(tensor -> tensor.dims().size() >= 2)
            .filter(tensor -> tensor.element() != DType.BOOL)
            .toList();
    if (sources.isEmpty()) {
      return;
    }
    int rows = block.size() == 2 ? block.get(0) : choices.extent();
    int columns = block.size() == 2 ? block.get(1) : choices.extent();
    int depth = choices.extent();
    DType sum = factor.computed();
    Pool.Tile accumulator = alloc(Shape.of(rows, columns), sum, out);
    Pool.Scalar start = constant(sum, out);
    out.add(new TileOp.Fill(accumulator.value(), start.value(), out.loc()));
    int trips = choices.between(0, MOST_TRIPS);
    var left = new Factor(choices.of(sources), Shape.of(rows, depth), choices.oneIn(3), 1);
    var right = new Factor(choices.of(sources), Shape.of(depth, columns), choices.oneIn(3), 0);
    pipelined(
        trips(trips, pool, out),
        out,
        (body, index) -> {
          Value offset = body.binary(BinaryOperator.MUL, index, body.i32(depth));
          Pool.Tile a = factor(left, factor, offset, body);
          Pool.Tile b = factor(right, factor, offset, body);
          Value aView = left.isTransposed() ? transposed(a.value(), body) : a.value();
          Value bView = right.isTransposed() ? transposed(b.value(), body) : b.value();
          body.add(new TileOp.Gemm(aView, bView, accumulator.value(), body.loc()));
        });
    Bound a = stored(left.source().bound(), factor);
    Bound b = stored(right.source().bound(), factor);
    accumulator.set(start.bound().plusProducts((long) trips * depth, a, b, sum));
    pool.add(accumulator);
  }

  /**
   * A factor of a product.
   *
   * @param shape as it is multiplied
   * @param axis of the shape that is summed over
   */
  private record Factor(
      KernelGenerator.Tensor source, Shape shape, boolean isTransposed, int axis) {}

  private Pool.Tile factor(Factor factor, DType element, Value offset, OpBuilder out) {
    Shape shape = factor.isTransposed() ? factor.shape().transposed() : factor.shape();
    int summed = factor.isTransposed() ? 1 - factor.axis() : factor.axis();
    Pool.Tile tile = alloc(shape, element, out);
    int rank = factor.source().dims().size();
    var indices = new ArrayList<Value>();
    for (int axis = 0; axis < rank; axis++) {
      int own = axis - (rank - 2);
      indices.add(own == summed ? offset : own >= 0 ? choices.of(offsets) : out.i32(0));
    }
    Value region = anchor(factor.source().value(), indices, out);
    out.add(new TileOp.Copy(region, tile.value(), out.loc()));
    return tile;
  }

  /** What a loop's body is made from. */
  @FunctionalInterface
  private interface LoopBody {
    void fill(OpBuilder out, Value index);
  }

  /** A count that is at most {@code most}, known to the compiler or not. */
  private Value trips(int most, Pool pool, OpBuilder out) {
    Value constant = out.i32(most);
    return choices.oneIn(2)
        ? constant
        : out.binary(BinaryOperator.MIN, choices.of(pool.scalars(DType.I32)).value(), constant);
  }

  private void pipelined(Value extent, OpBuilder out, LoopBody fill) {
    Value index = out.values().value(Type.I32, "ko");
    Body body = out.nested(inner -> fill.fill(inner, index));
    if (choices.oneIn(4)) {
      var kind = choices.of(LoopKind.values());
      out.add(new LowOp.For(index, out.i32(0), extent, 1, kind, body, out.loc()));
    } else {
      out.add(new TileOp.Pipelined(index, extent, choices.between(1, 5), body, out.loc()));
    }
  }

  /** A loop that joins each step's tile to one before it, as sums or extremes. */
  private void accumulate(Pool pool, OpBuilder out) {
    KernelGenerator.Tensor input = choices.of(inputs);
    if (input.element() == DType.BOOL) {
      return;
    }
    DType sum = input.element().computed();
    boolean isSum = !(data == Data.SPECIAL && sum.isFloat()) && choices.oneIn(2);
    var kind = isSum ? ReduceKind.SUM : choices.of(ReduceKind.MAX, ReduceKind.MIN);
    int rank = Math.min(2, input.dims().size());
    Shape shape =
        rank == 2 ? Shape.of(choices.extent(), choices.extent()) : Shape.of(choices.extent());
    int axis = choices.between(0, rank);
    Shape rest = shape.without(axis);
    Pool.Tile target = alloc(rest.rank() == 0 ? Shape.of(1) : rest, sum, out);
    Pool.Scalar start = constant(sum, out);
    out.add(new TileOp.Fill(target.value(), start.value(), out.loc()));
    int trips = choices.between(0, MOST_TRIPS);
    pipelined(
        trips(trips, pool, out),
        out,
        (body, index) -> {
          Pool.Tile tile = alloc(shape, input.element(), body);
          Value offset = body.binary(BinaryOperator.MUL, index, body.i32(shape.extent(axis)));
          List<Value> indices =
              IntStream.range(0, input.dims().size())
                  .mapToObj(d -> d == input.dims().size() - 1 ? offset : choices.of(offsets))
                  .toList();
          Value region = anchor(input.value(), indices, body);
          body.add(new TileOp.Copy(region, tile.value(), body.loc()));
          body.add(
              new TileOp.Reduce(
                  kind, tile.value(), target.value(), axis, /* clear= */ false, body.loc()));
        });
    long terms = (long) trips * shape.extent(axis);
    target.set(
        isSum
            ? start.bound().plusTerms(terms, input.bound(), sum)
            : start.bound().or(input.bound()));
    pool.add(target);
  }

  private void branch(Pool pool, OpBuilder out, int depth) {
    Pool.Scalar left = choices.of(pool.scalars(DType.I32));
    Value condition =
        out.compare(
            choices.of(CompareOperator.LT, CompareOperator.EQ, CompareOperator.GE),
            left.value(),
            out.i32(choices.between(-1, 3)));
    Body then = out.nested(inner -> overwriteSome(pool, inner, depth));
    Body otherwise =
        choices.oneIn(2) ? Body.EMPTY : out.nested(inner -> overwriteSome(pool, inner, depth));
    out.add(new LowOp.If(condition, then, otherwise, out.loc()));
  }

  /** Bounds only widen, so what holds inside holds behind the branch too. */
  private void overwriteSome(Pool pool, OpBuilder out, int depth) {
    Pool inner = pool.inner();
    for (int i = choices.between(0, 3); i > 0; i--) {
      any(inner, out, depth - 1);
    }
    overwrite(inner, out);
  }

  /** A loop around a variable: counts, skips and leaves. */
  private void loop(Pool pool, OpBuilder out, int depth) {
    Value sum = out.cell(out.i32(choices.between(-3, 4)), "sum");
    Pool inner = pool.repeated();
    int trips = choices.between(0, MOST_TRIPS);
    Value stop = out.i32(choices.between(0, MOST_TRIPS));
    LoopBody step =
        (body, index) -> {
          inner.add(new Pool.Scalar(index, Bound.exact(MOST_TRIPS, 1)));
          var leaves = new ScalarLeaves(choices, inner, List.of());
          exit(body, index, stop);
          Value term = new Expressions(choices, data, leaves, body).of(DType.I32, 2).value();
          body.write(sum, body.binary(BinaryOperator.ADD, body.read(sum), term));
          any(inner, body, depth - 2);
        };
    if (choices.oneIn(2)) {
      Value lower = out.i32(choices.between(-2, 1));
      Value upper = out.i32(trips);
      Value index = out.values().value(Type.I32, "j");
      Body body = out.nested(it -> step.fill(it, index));
      var kind = choices.of(LoopKind.values());
      out.add(new LowOp.For(index, lower, upper, choices.between(1, 4), kind, body, out.loc()));
    } else {
      whileLoop(trips, out, step);
    }
    pool.add(new Pool.Scalar(out.read(sum), Bound.exact(0x1p31, 1)));
  }

  private void exit(OpBuilder out, Value index, Value stop) {
    if (choices.oneIn(3)) {
      return;
    }
    Value condition = out.compare(CompareOperator.EQ, index, stop);
    boolean leaves = choices.oneIn(2);
    out.when(
        condition,
        then -> then.add(leaves ? new LowOp.Break(out.loc()) : new LowOp.Continue(out.loc())));
  }

  private void whileLoop(int trips, OpBuilder out, LoopBody step) {
    Value count = out.cell(out.i32(0), "count");
    var test = new Value[1];
    Body condition =
        out.nested(
            inner ->
                test[0] = inner.compare(CompareOperator.LT, inner.read(count), inner.i32(trips)));
    Body body = out.nested(inner -> step.fill(inner, inner.read(count)));
    Body update =
        out.nested(
            inner ->
                inner.write(
                    count, inner.binary(BinaryOperator.ADD, inner.read(count), inner.i32(1))));
    out.add(new LowOp.While(condition, test[0], body, update, out.loc()));
  }

  private Pool.Tile alloc(Shape shape, DType element, OpBuilder out) {
    var scope = choices.of(Scope.SHARED, Scope.FRAGMENT);
    Value value = out.values().value(Type.TileType.of(element, shape, scope), "t");
    out.add(new TileOp.AllocTile(value, out.loc()));
    return new Pool.Tile(value, Bound.exact(0, 1));
  }

  private Shape shape(Pool pool) {
    List<Pool.Tile> tiles = pool.tiles();
    return tiles.isEmpty() || choices.oneIn(2)
        ? new Shape(block)
        : choices.of(tiles).type().shape();
  }

  private DType dtype() {
    return choices.of(
        DType.F32,
        DType.F32,
        DType.F32,
        DType.F16,
        DType.BF16,
        DType.F64,
        DType.I32,
        DType.I8,
        DType.U8,
        DType.I16,
        DType.I64,
        DType.BOOL);
  }

  /** Whether elements can be converted without surprises that two executions need not share. */
  static boolean canHold(DType target, DType source, Bound bound, Data data) {
    if (target == DType.BOOL || !target.isFloat()) {
      return bound.isExact();
    }
    return target != DType.F16
        || bound.magnitude() <= F16_LARGEST
        || (data == Data.SPECIAL && bound.isExact())
        || bound.isExact();
  }

  /** What holds of an element that was copied: it passes through the target's computed type. */
  private static Bound converted(Bound bound, DType target) {
    return stored(target.isFloat() ? bound.rounded(target.computed()) : bound, target);
  }

  /** What holds of a number that was stored as {@code element}. */
  private static Bound stored(Bound bound, DType element) {
    if (element.isFloat()) {
      return bound.rounded(element);
    }
    return Bound.exact(Math.pow(2, element.bits() - (element == DType.U8 ? 0 : 1)), 1);
  }
}
