package dev.kiln.lower.thread;

import dev.kiln.analysis.View;
import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Literal;
import dev.kiln.ir.LoopKind;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.lower.laidout.WarpTiling;
import dev.kiln.lower.tileop.Indices;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Runs the copies of a pipelined loop beside the threads. Each tile has a place for each stage; the
 * first thread starts copies into a place as soon as all threads are through with the iteration
 * that had it before. No barrier stands in the loop: the warps may be at different iterations.
 *
 * <pre>
 * start the copies of the first iterations
 * for each iteration:
 *   start copies into the place of the iteration before, once all have left it
 *   wait for the copies of this one
 *   the body
 *   leave the place
 * </pre>
 *
 * Where the body's product is still under way when the iteration ends, its place is left one
 * iteration later, and copies are started behind the body.
 */
final class ThreadPipeline {
  /** The most rows of a box. */
  private static final int MOST_ROWS = 256;

  private final TileOp.Pipelined loop;
  private final List<TileOp.Copy> copies;
  private final ThreadContext context;
  private final boolean isOpen;

  /** Whether the threads of a warp are through with a place at the same time. */
  private final boolean areWarpsTogether;

  private final Value phases;
  private final Value places;
  private final Value isFirst;

  private ThreadPipeline(
      TileOp.Pipelined loop, List<TileOp.Copy> copies, OpBuilder out, ThreadContext context) {
    this.loop = loop;
    this.copies = copies;
    this.context = context;
    this.isOpen = context.pipelines().open(loop) != null;
    this.areWarpsTogether = context.pipelines().isOfProducts(loop);
    this.phases = ThreadContext.shared(DType.I64, loop.stages(), out);
    this.places = ThreadContext.shared(DType.I64, loop.stages(), out);
    this.isFirst = context.isFirst(out);
  }

  /** What makes the loop's body, less its copies. */
  @FunctionalInterface
  interface LowerBody {
    Body lower(Body body);
  }

  static void lower(
      TileOp.Pipelined loop, OpBuilder out, ThreadContext context, LowerBody lowerBody) {
    List<TileOp.Copy> copies = context.pipelines().copies(loop);
    new ThreadPipeline(loop, copies, out, context).lower(out, lowerBody);
  }

  private void lower(OpBuilder out, LowerBody lowerBody) {
    Value extent = out.cast(DType.I64, loop.extent());
    Value none = out.i64(0);
    Value last = out.i64(loop.stages() - 1L);
    forStages(
        out,
        (inner, stage) -> {
          inner.add(new LowOp.InitPhase(phases, stage, 1, loop.loc()));
          int leavers = context.threads() / (areWarpsTogether ? WarpTiling.WARP : 1);
          inner.add(new LowOp.InitPhase(places, stage, leavers, loop.loc()));
        });
    out.add(new LowOp.PublishWrites(loop.loc()));
    out.add(new LowOp.Barrier(loop.loc()));
    Value first = out.binary(BinaryOperator.MIN, extent, last);
    out.when(isFirst, inner -> inner.loop(none, first, 1, (body, step) -> start(step, step, body)));
    var cells =
        new Cells(
            extent,
            out.cell(none, "stage"),
            out.cell(out.constant(Type.BOOL, Literal.of(false)), "odd"),
            out.cell(last, "before"),
            out.cell(out.constant(Type.BOOL, Literal.of(true)), "left"));
    Body body = out.nested(inner -> iteration(cells, inner, lowerBody));
    Value zero = out.constant(loop.index().arithmetic(), 0);
    out.add(new LowOp.For(loop.index(), zero, loop.extent(), 1, LoopKind.SERIAL, body, loop.loc()));
    TileOp.Gemm open = context.pipelines().open(loop);
    if (open != null) {
      WarpgroupGemm.await(open, 0, out, context);
    }
    out.add(new LowOp.Barrier(loop.loc()));
    forStages(
        out,
        (inner, stage) -> {
          inner.add(new LowOp.EndPhases(phases, stage, loop.loc()));
          inner.add(new LowOp.EndPhases(places, stage, loop.loc()));
        });
    copies.forEach(copy -> context.lowering().moveOrigin(copy.target(), null));
  }

  /**
   * Where the loop stands.
   *
   * @param extent how many iterations there are
   * @param stage of the current iteration
   * @param isOdd whether the phase of that stage has an odd number
   * @param before the stage of the iteration before
   * @param isLeftOdd whether the phase has an odd number that ends when all have left that place
   */
  private record Cells(Value extent, Value stage, Value isOdd, Value before, Value isLeftOdd) {}

  private void forStages(OpBuilder out, BiConsumer<OpBuilder, Value> body) {
    out.when(
        isFirst,
        inner -> {
          for (int stage = 0; stage < loop.stages(); stage++) {
            body.accept(inner, inner.i64(stage));
          }
        });
  }

  private void iteration(Cells cells, OpBuilder out, LowerBody lowerBody) {
    Value last = out.i64(loop.stages() - 1L);
    Value stage = out.read(cells.stage());
    Value before = out.read(cells.before());
    if (!isOpen) {
      startNext(cells, before, out);
    }
    Value isOdd = out.read(cells.isOdd());
    out.add(new LowOp.AwaitPhase(phases, stage, isOdd, loop.loc()));
    for (TileOp.Copy copy : copies) {
      Value origin = Indices.times(stage, size(copy), out);
      context.lowering().moveOrigin(copy.target(), origin);
    }
    var rest = new ArrayList<>(loop.body().ops());
    rest.removeAll(copies);
    lowerBody.lower(new Body(rest)).ops().forEach(out::add);
    out.at(loop.loc());
    if (isOpen) {
      Value zero = out.constant(loop.index().arithmetic(), 0);
      out.when(out.compare(CompareOperator.GT, loop.index(), zero), inner -> leave(before, inner));
      startNext(cells, before, out);
    } else {
      leave(stage, out);
    }
    Value wraps = out.compare(CompareOperator.EQ, stage, last);
    out.write(cells.isOdd(), out.select(wraps, out.unary(UnaryOperator.NOT, isOdd), isOdd));
    out.write(cells.stage(), following(stage, last, out));
    Value isLeftOdd = out.read(cells.isLeftOdd());
    Value wrapsBefore = out.compare(CompareOperator.EQ, before, last);
    Value flipped = out.unary(UnaryOperator.NOT, isLeftOdd);
    out.write(cells.isLeftOdd(), out.select(wrapsBefore, flipped, isLeftOdd));
    out.write(cells.before(), stage);
  }

  /** Says that this thread, or the warp that it is the first of, needs a place no longer. */
  private void leave(Value place, OpBuilder out) {
    var arrival = new LowOp.ArriveAtPhase(places, place, loop.loc());
    if (areWarpsTogether) {
      Value lane = ThreadContext.digit(context.thread(), 1, WarpTiling.WARP, out);
      Value isFirstOfWarp = out.compare(CompareOperator.EQ, lane, out.i64(0));
      out.when(isFirstOfWarp, inner -> inner.add(arrival));
    } else {
      out.add(arrival);
    }
  }

  /** Starts the copies of the iteration that takes the place of the one before, if there is one. */
  private void startNext(Cells cells, Value before, OpBuilder out) {
    Value next = Indices.plus(out.cast(DType.I64, loop.index()), loop.stages() - 1L, out);
    Value exists = out.compare(CompareOperator.LT, next, cells.extent());
    out.when(
        out.binary(BinaryOperator.AND, isFirst, exists),
        inner -> {
          Value isLeftOdd = inner.read(cells.isLeftOdd());
          inner.add(new LowOp.AwaitPhase(places, before, isLeftOdd, loop.loc()));
          start(next, before, inner);
        });
  }

  private static Value following(Value stage, Value last, OpBuilder out) {
    Value isLast = out.compare(CompareOperator.EQ, stage, last);
    return out.select(isLast, out.i64(0), Indices.plus(stage, 1, out));
  }

  private static long size(TileOp.Copy copy) {
    var tile = (Type.TileType) copy.target().type();
    return tile.layout().size(tile.shape().extents());
  }

  // Starting copies

  private void start(Value iteration, Value stage, OpBuilder out) {
    long bytes =
        copies.stream()
            .mapToLong(copy -> size(copy) * copy.target().buffer().element().bytes())
            .sum();
    out.add(new LowOp.ExpectBytes(phases, stage, bytes, loop.loc()));
    var known = new HashMap<Value, Value>();
    known.put(loop.index(), out.cast(loop.index().dtype(), iteration));
    for (TileOp.Copy copy : copies) {
      start(copy, stage, known, out);
    }
  }

  private void start(TileOp.Copy copy, Value stage, Map<Value, Value> known, OpBuilder out) {
    View source = context.lowering().view(copy.source());
    var origin = new ArrayList<Value>();
    for (View.Axis axis : source.axes()) {
      Value sum = out.i32(0);
      for (Value offset : axis.offsets()) {
        Value now = out.cast(DType.I32, at(offset, known, out));
        sum = out.binary(BinaryOperator.ADD, sum, now);
      }
      origin.add(sum);
    }
    Value first = Indices.times(stage, size(copy), out);
    var tile = (Type.TileType) copy.target().type();
    for (Box box : boxes(tile)) {
      out.add(
          new LowOp.CopyBox(
              source.base(),
              box.origin(origin, out),
              box.extents(origin.size()),
              context.lowering().memory(copy.target()),
              Indices.plus(first, box.offset(), out),
              tile.layout() instanceof Layout.Swizzled,
              phases,
              stage,
              copy.loc()));
    }
  }

  /** What {@code value} is in another iteration. */
  private Value at(Value value, Map<Value, Value> known, OpBuilder out) {
    Value found = known.get(value);
    if (found != null) {
      return found;
    }
    Op op = context.lowering().definitions().of(value);
    if (op == null || !contains(loop.body(), op)) {
      return value;
    }
    Map<Value, Value> operands = new HashMap<>();
    Ops.operands(op).forEach(operand -> operands.put(operand, at(operand, known, out)));
    Value result = out.values().like(value);
    out.add(Ops.rename(op, operand -> operands.getOrDefault(operand, operand), old -> result));
    known.put(value, result);
    return result;
  }

  private static boolean contains(Body body, Op wanted) {
    boolean[] found = {false};
    Ops.walk(body, op -> found[0] |= Ops.same(op, wanted));
    return found[0];
  }

  /**
   * A part of a tile that is one box: some rows of one panel.
   *
   * @param offset of its first element, the swizzle left out
   */
  private record Box(int row, int column, int rows, int columns, long offset) {

    List<Integer> extents(int rank) {
      var extents = new ArrayList<>(Collections.nCopies(rank - 2, 1));
      extents.add(rows);
      extents.add(columns);
      return extents;
    }

    List<Value> origin(List<Value> ofTile, OpBuilder out) {
      int rank = ofTile.size();
      var origin = new ArrayList<>(ofTile);
      origin.set(rank - 2, plus(ofTile.get(rank - 2), row, out));
      origin.set(rank - 1, plus(ofTile.get(rank - 1), column, out));
      return origin;
    }
  }

  private static Value plus(Value index, int addend, OpBuilder out) {
    return addend == 0 ? index : out.binary(BinaryOperator.ADD, index, out.i32(addend));
  }

  private static List<Box> boxes(Type.TileType tile) {
    Shape shape = tile.shape();
    Layout rows =
        tile.layout() instanceof Layout.Swizzled swizzled ? swizzled.base() : tile.layout();
    int width = rows instanceof Layout.Panels panels ? panels.width() : shape.extent(1);
    var boxes = new ArrayList<Box>();
    for (int column = 0; column < shape.extent(1); column += width) {
      for (int row = 0; row < shape.extent(0); row += MOST_ROWS) {
        int count = Math.min(MOST_ROWS, shape.extent(0) - row);
        boxes.add(new Box(row, column, count, width, rows.offset(List.of(row, column))));
      }
    }
    return boxes;
  }
}
