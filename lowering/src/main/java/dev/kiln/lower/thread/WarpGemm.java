package dev.kiln.lower.thread;

import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.LoopKind;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Precision;
import dev.kiln.ir.Shape;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.lower.laidout.WarpTiling;
import dev.kiln.lower.tileop.Factors;
import dev.kiln.lower.tileop.Indices;
import dev.kiln.lower.tileop.Side;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Computes a product by matrix instructions: step by step along the depth each warp reads its rows
 * of the left operand and its columns of the right one from memory, in the order in which the
 * instruction wants them, and multiplies each with each. A left operand that lies in registers is
 * there already. Elements that the instruction does not take as they lie are loaded and converted
 * one by one.
 */
final class WarpGemm {
  /** Steps are repeated instead of looped as long as that makes at most so many instructions. */
  private static final int MOST_REPEATED = 256;

  /**
   * One side of the product.
   *
   * @param registers where a thread's elements of one step are
   * @param each how many of them belong to one tile
   */
  private record Operand(Side side, Value registers, int each) {
    /** Whether neighbours in memory lie along the first axis. */
    boolean isAcross() {
      return !side.isVector(1, 8);
    }

    Value at(Value tile, OpBuilder out) {
      return Indices.times(tile, each, out);
    }
  }

  private final WarpTiling tiling;
  private final Operand left;
  private final Operand right;
  private final Operand accumulator;
  private final @Nullable RoughSums rough;
  private final Side sum;
  private final boolean isLeftHeld;
  private final boolean converts;
  private final Precision precision;
  private final ThreadContext context;
  private final int steps;
  private final Value lane;
  private final Value firstRow;
  private final Value firstColumn;

  WarpGemm(TileOp.Gemm gemm, WarpTiling tiling, OpBuilder out, ThreadContext context) {
    this.tiling = tiling;
    this.context = context;
    this.precision = gemm.precision();
    this.converts = tiling.converts(gemm);
    this.isLeftHeld = ThreadContext.spread(gemm.left()) != null;
    MatrixInstruction row = tiling.instruction();
    Side leftSide = Side.of(gemm.left(), out, context.lowering());
    Side rightSide = Side.of(gemm.right(), out, context.lowering());
    this.sum = Side.of(gemm.accumulator(), out, context.lowering());
    int leftCount = row.leftLayout().registers();
    int rightCount = row.rightLayout().registers();
    this.left =
        new Operand(
            leftSide,
            isLeftHeld ? leftSide.memory() : held(row.left(), tiling.rowTiles() * leftCount, out),
            leftCount);
    Value held = held(row.right(), tiling.columnTiles() * rightCount, out);
    this.right = new Operand(rightSide, held, rightCount);
    int each = row.accumulatorLayout().registers();
    this.rough =
        tiling.isRough()
            ? RoughSums.of(tiling.rowTiles() * tiling.columnTiles() * each, out)
            : null;
    this.accumulator = new Operand(sum, rough == null ? sum.memory() : rough.registers(), each);
    int depth = ((Type.TileType) gemm.left().type()).shape().extent(1);
    this.steps = depth / row.depth();
    Value thread = context.thread();
    this.lane = ThreadContext.digit(thread, 1, WarpTiling.WARP, out);
    Value warpRow = ThreadContext.digit(thread, WarpTiling.WARP, tiling.warpRows(), out);
    int column = WarpTiling.WARP * tiling.warpRows();
    Value warpColumn = ThreadContext.digit(thread, column, tiling.warpColumns(), out);
    this.firstRow = Indices.times(warpRow, row.rows(), out);
    this.firstColumn = Indices.times(warpColumn, (long) tiling.columnTiles() * row.columns(), out);
  }

  private static Value held(DType element, int count, OpBuilder out) {
    return ThreadContext.registers(element, count, out);
  }

  void lower(OpBuilder out) {
    if (rough == null) {
      steps(steps, out, this::step);
      return;
    }
    int some = RoughSums.steps(steps, tiling.instruction().depth());
    RoughSums sums = rough;
    steps(
        steps / some,
        out,
        (group, each) -> {
          sums.clear(each);
          Value first = Indices.times(group, some, each);
          steps(some, each, (step, inner) -> step(Indices.add(first, step, inner), inner));
          sums.addTo(sum.memory(), each.i64(0), each);
        });
  }

  private void steps(int count, OpBuilder out, BiConsumer<Value, OpBuilder> step) {
    int each = tiling.rowTiles() * tiling.columnTiles();
    Value zero = out.i64(0);
    Value index = out.values().like(zero);
    LoopKind kind =
        isLeftHeld || steps * each <= MOST_REPEATED ? LoopKind.UNROLLED : LoopKind.SERIAL;
    Body body = out.nested(inner -> step.accept(index, inner));
    out.add(new LowOp.For(index, zero, out.i64(count), 1, kind, body, out.loc()));
  }

  private void step(Value step, OpBuilder out) {
    Value depth = Indices.times(step, tiling.instruction().depth(), out);
    if (converts) {
      convert(depth, out);
    } else {
      load(depth, out);
    }
    HeldElements.each(
        tiling.rowTiles(),
        out,
        (rows, row) ->
            HeldElements.each(
                tiling.columnTiles(), rows, (inner, column) -> multiply(step, row, column, inner)));
  }

  /** Matrices as they lie. */
  private void load(Value depth, OpBuilder out) {
    if (!isLeftHeld) {
      HeldElements.each(tiling.rowTiles(), out, (inner, tile) -> loadLeft(tile, depth, inner));
    }
    int pairs = tiling.columnTiles() / 2;
    if (pairs > 0) {
      HeldElements.each(
          pairs, out, (inner, pair) -> loadRight(Indices.times(pair, 2, inner), 2, depth, inner));
    }
    if (tiling.columnTiles() % 2 == 1) {
      loadRight(out.i64(2L * pairs), 1, depth, out);
    }
  }

  /** The elements that the thread has of each tile, one by one. */
  private void convert(Value depth, OpBuilder out) {
    MatrixInstruction row = tiling.instruction();
    HeldElements.each(
        tiling.rowTiles(),
        out,
        (inner, tile) ->
            convert(left, tile, row.leftLayout(), List.of(leftRow(tile, inner), depth), inner));
    HeldElements.each(
        tiling.columnTiles(),
        out,
        (inner, tile) ->
            convert(
                right, tile, row.rightLayout(), List.of(depth, rightColumn(tile, inner)), inner));
  }

  private void convert(
      Operand operand, Value tile, Layout.Fragment layout, List<Value> origin, OpBuilder out) {
    var shape = new Shape(List.of(layout.extent(0), layout.extent(1)));
    DType wanted = ((Type.MemoryType) operand.registers().type()).element();
    new HeldElements(layout, shape, context)
        .each(
            out,
            (inner, element) -> {
              List<Value> index =
                  List.of(
                      Indices.add(origin.get(0), element.index().get(0), inner),
                      Indices.add(origin.get(1), element.index().get(1), inner));
              Side side = operand.side();
              Value loaded = side.loadComputed(side.offset(index, inner), 1, inner);
              Value factor = Factors.of(loaded, DType.F32, precision, inner);
              Value to = Indices.add(operand.at(tile, inner), element.register(), inner);
              inner.store(operand.registers(), to, inner.cast(wanted, factor), null);
            });
  }

  private Value leftRow(Value tile, OpBuilder out) {
    long rows = (long) tiling.instruction().rows() * tiling.warpRows();
    return Indices.add(firstRow, Indices.times(tile, rows, out), out);
  }

  private Value rightColumn(Value tile, OpBuilder out) {
    return Indices.add(firstColumn, Indices.times(tile, tiling.instruction().columns(), out), out);
  }

  private void multiply(Value step, Value row, Value column, OpBuilder out) {
    Value tile = Indices.add(Indices.times(row, tiling.columnTiles(), out), column, out);
    Value leftTile = isLeftHeld ? Indices.add(Indices.times(row, steps, out), step, out) : row;
    out.add(
        new LowOp.MultiplyMatrices(
            tiling.instruction(),
            accumulator.registers(),
            accumulator.at(tile, out),
            left.registers(),
            left.at(leftTile, out),
            right.registers(),
            right.at(column, out),
            out.loc()));
  }

  /** Four matrices of 8 rows: rows 0 and 8 at depth 0, then at that of the next 16 bytes. */
  private void loadLeft(Value tile, Value depth, OpBuilder out) {
    Value row = leftRow(tile, out);
    // Of a transposed operand the lanes of a matrix give rows along the depth.
    boolean isTransposed = left.isAcross();
    Value inner = ThreadContext.digit(lane, 1, 8, out);
    Value half = times8(bit(8, out), out);
    Value other = chunk(bit(16, out), out);
    Value rowAt = Indices.add(row, isTransposed ? half : Indices.add(inner, half, out), out);
    Value depthAt = Indices.add(depth, isTransposed ? Indices.add(inner, other, out) : other, out);
    Value from = left.side().offset(List.of(rowAt, depthAt), out);
    load(left, tile, new Matrices(from, 4, isTransposed), out);
  }

  /** Two matrices a tile: at depth 0, and at that of the next 16 bytes. */
  private void loadRight(Value tile, int tiles, Value depth, OpBuilder out) {
    Value column = rightColumn(tile, out);
    boolean isTransposed = !right.isAcross();
    Value inner = ThreadContext.digit(lane, 1, 8, out);
    Value half = chunk(bit(8, out), out);
    Value other = tiles == 1 ? out.i64(0) : times8(bit(16, out), out);
    Value depthAt = Indices.add(depth, isTransposed ? Indices.add(inner, half, out) : half, out);
    Value columnAt =
        Indices.add(column, isTransposed ? other : Indices.add(inner, other, out), out);
    Value from = right.side().offset(List.of(depthAt, columnAt), out);
    load(right, tile, new Matrices(from, 2 * tiles, isTransposed), out);
  }

  /** What one instruction loads. */
  private record Matrices(Value from, int count, boolean isTransposed) {}

  private static void load(Operand operand, Value tile, Matrices matrices, OpBuilder out) {
    out.add(
        new LowOp.LoadMatrices(
            operand.registers(),
            operand.at(tile, out),
            operand.side().memory(),
            matrices.from(),
            matrices.count(),
            matrices.isTransposed(),
            out.loc()));
  }

  private Value bit(int stride, OpBuilder out) {
    return ThreadContext.digit(lane, stride, 2, out);
  }

  /** As many elements as 16 bytes have. */
  private Value chunk(Value bit, OpBuilder out) {
    return Indices.times(bit, 16L / tiling.instruction().left().bytes(), out);
  }

  private static Value times8(Value bit, OpBuilder out) {
    return Indices.times(bit, 8, out);
  }
}
