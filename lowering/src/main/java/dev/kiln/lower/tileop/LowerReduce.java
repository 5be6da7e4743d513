package dev.kiln.lower.tileop;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.ReduceKind;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * Reduces a tile over one axis.
 *
 * <p>Where neighbours along the reduced axis lie side by side, each line is taken by up to four
 * vectors at a time; these are joined pairwise, then lane by lane, then with what the rest of the
 * line gave. Where neighbours along another axis do, each lane takes a line of its own, in order.
 */
final class LowerReduce {
  private static final int VECTORS = 4;

  private final TileOp.Reduce reduce;
  private final Side source;
  private final Side target;
  private final Shape shape;
  private final DType computed;
  private final int lanes;

  private LowerReduce(TileOp.Reduce reduce, OpBuilder out, LoweringContext context) {
    this.reduce = reduce;
    this.source = Side.of(reduce.source(), out, context);
    this.target = Side.of(reduce.target(), out, context);
    this.shape = ((Type.TileType) reduce.source().type()).shape();
    this.computed = source.element().computed();
    this.lanes = Math.min(context.lanes(computed), context.lanes(source.storage()));
  }

  static void lower(TileOp.Reduce reduce, OpBuilder out, LoweringContext context) {
    new LowerReduce(reduce, out, context).lower(out);
  }

  private void lower(OpBuilder out) {
    int axis = reduce.axis();
    if (!source.isVector(axis, lanes)) {
      for (int other = shape.rank() - 1; other >= 0; other--) {
        if (other != axis && source.isVector(other, lanes)) {
          across(other, out);
          return;
        }
      }
    }
    along(source.isVector(axis, lanes) ? lanes : 1, out);
  }

  /** Every line by itself, {@code width} lanes at a time. */
  private void along(int width, OpBuilder out) {
    List<Strip> strips = Strip.of(shape.extent(reduce.axis()), width, VECTORS);
    lines(
        reduce.axis(),
        out,
        (body, index) -> {
          Value result = line(strips.getFirst(), index, body);
          for (Strip strip : strips.subList(1, strips.size())) {
            result = combine(result, line(strip, index, body), body);
          }
          finish(index, result, body);
        });
  }

  /** One strip of a line, as a scalar. */
  private Value line(Strip strip, List<Value> index, OpBuilder out) {
    int axis = reduce.axis();
    Type.Arithmetic type = Type.Arithmetic.of(computed, strip.lanes());
    if (reduce.kind() != ReduceKind.SUM && computed.isFloat() && strip.lanes() > 1) {
      var extreme = Extreme.begin(reduce.kind(), type, strip.vectors(), out);
      strip.loop(
          out,
          (body, position) ->
              extreme.take(elements(Side.with(index, axis, position), axis, strip, body), body));
      return extreme.end(out);
    }
    var cells = cells(strip.vectors(), type, out);
    strip.loop(
        out,
        (body, position) -> {
          accumulate(cells, Side.with(index, axis, position), axis, strip, body);
        });
    List<Value> sums = cells.stream().map(out::read).toList();
    while (sums.size() > 1) {
      sums = pairs(sums, out);
    }
    return strip.lanes() == 1 ? sums.getFirst() : out.reduceLanes(joined(), sums.getFirst());
  }

  private List<Value> pairs(List<Value> sums, OpBuilder out) {
    var joined = new ArrayList<Value>();
    for (int i = 0; i < sums.size(); i += 2) {
      joined.add(i + 1 < sums.size() ? combine(sums.get(i), sums.get(i + 1), out) : sums.get(i));
    }
    return joined;
  }

  /** Lanes side by side along {@code vectorAxis}, the reduced axis in order. */
  private void across(int vectorAxis, OpBuilder out) {
    for (Strip strip : Strip.of(shape.extent(vectorAxis), lanes, VECTORS)) {
      lines(
          vectorAxis,
          out,
          (outer, index) ->
              strip.loop(
                  outer,
                  (body, position) ->
                      columns(strip, Side.with(index, vectorAxis, position), vectorAxis, body)));
    }
  }

  /** The lines from {@code first} on, as many as a step of {@code strip} has lanes. */
  private void columns(Strip strip, List<Value> first, int vectorAxis, OpBuilder out) {
    int axis = reduce.axis();
    var cells = cells(strip.vectors(), Type.Arithmetic.of(computed, strip.lanes()), out);
    out.loop(
        out.i64(0),
        out.i64(shape.extent(axis)),
        1,
        (body, step) -> accumulate(cells, Side.with(first, axis, step), vectorAxis, strip, body));
    for (int v = 0; v < strip.vectors(); v++) {
      List<Value> index = Side.moved(first, vectorAxis, (long) v * strip.lanes(), out);
      finish(index, out.read(cells.get(v)), vectorAxis, out);
    }
  }

  private List<Value> cells(int count, Type.Arithmetic type, OpBuilder out) {
    var cells = new ArrayList<Value>();
    for (int v = 0; v < count; v++) {
      cells.add(out.cell(identity(type, out), ""));
    }
    return cells;
  }

  /** Takes one vector into each cell, from {@code index} on along {@code axis}. */
  private void accumulate(
      List<Value> cells, List<Value> index, int axis, Strip strip, OpBuilder out) {
    List<Value> offsets = source.offsets(index, axis, strip, out);
    for (int v = 0; v < cells.size(); v++) {
      Value element = element(offsets.get(v), strip, out);
      out.write(cells.get(v), combine(out.read(cells.get(v)), element, out));
    }
  }

  /** The vectors of a step, from {@code index} on along {@code axis}. */
  private List<Value> elements(List<Value> index, int axis, Strip strip, OpBuilder out) {
    return source.offsets(index, axis, strip, out).stream()
        .map(offset -> element(offset, strip, out))
        .toList();
  }

  private Value element(Value offset, Strip strip, OpBuilder out) {
    Value element = source.loadComputed(offset, strip.lanes(), out);
    return reduce.kind() == ReduceKind.ABS_MAX ? out.unary(UnaryOperator.ABS, element) : element;
  }

  /** Runs {@code body} for every line, or for the first of those side by side along an axis. */
  private void lines(int sideBySide, OpBuilder out, BiConsumer<OpBuilder, List<Value>> body) {
    List<Integer> axes =
        IntStream.range(0, shape.rank())
            .filter(axis -> axis != reduce.axis() && axis != sideBySide)
            .boxed()
            .toList();
    LoopNest.over(shape, axes, out, body);
  }

  /** Stores one scalar result. */
  private void finish(List<Value> index, Value result, OpBuilder out) {
    Value offset = target.offset(targetIndex(index, out), out);
    target.storeComputed(offset, withOld(offset, result, out), null, out);
  }

  /** Stores a vector of results, which lie along {@code axis} of the source. */
  private void finish(List<Value> index, Value result, int axis, OpBuilder out) {
    int targetAxis = axis < reduce.axis() ? axis : axis - 1;
    if (target.isVector(targetAxis, result.lanes())) {
      finish(index, result, out);
      return;
    }
    for (int lane = 0; lane < result.lanes(); lane++) {
      finish(Side.moved(index, axis, lane, out), out.lane(result, lane), out);
    }
  }

  private Value withOld(Value offset, Value result, OpBuilder out) {
    Value added = out.cast(target.element().computed(), result);
    return reduce.clear()
        ? added
        : combine(target.loadComputed(offset, added.lanes(), out), added, out);
  }

  /** A rank-1 source gives a target of one element. */
  private List<Value> targetIndex(List<Value> index, OpBuilder out) {
    var rest = new ArrayList<>(index);
    rest.remove(reduce.axis());
    return rest.isEmpty() ? List.of(out.i64(0)) : rest;
  }

  /** How magnitudes and partial results are joined. */
  private ReduceKind joined() {
    return reduce.kind() == ReduceKind.ABS_MAX ? ReduceKind.MAX : reduce.kind();
  }

  private Value combine(Value left, Value right, OpBuilder out) {
    BinaryOperator operator =
        switch (reduce.kind()) {
          case SUM -> BinaryOperator.ADD;
          case MAX, ABS_MAX -> BinaryOperator.MAX;
          case MIN -> BinaryOperator.MIN;
        };
    return out.binary(operator, left, right);
  }

  private Value identity(Type.Arithmetic type, OpBuilder out) {
    return identity(reduce.kind(), type, out);
  }

  /** What changes no result of {@code kind}, in every lane. */
  static Value identity(ReduceKind kind, Type.Arithmetic type, OpBuilder out) {
    boolean isFloat = type.dtype().isFloat();
    return switch (kind) {
      case SUM, ABS_MAX -> out.constant(type, 0);
      case MAX ->
          isFloat
              ? out.constant(type, Double.NEGATIVE_INFINITY)
              : out.constant(type, lowest(type.dtype()));
      case MIN ->
          isFloat
              ? out.constant(type, Double.POSITIVE_INFINITY)
              : out.constant(type, ~lowest(type.dtype()));
    };
  }

  static long lowest(DType dtype) {
    return dtype == DType.I64 ? Long.MIN_VALUE : Integer.MIN_VALUE;
  }
}
