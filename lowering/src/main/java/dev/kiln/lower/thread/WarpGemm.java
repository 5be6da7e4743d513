package dev.kiln.lower.thread;

import dev.kiln.ir.LoopKind;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.lower.laidout.WarpTiling;
import dev.kiln.lower.tileop.Indices;
import dev.kiln.lower.tileop.Side;
import java.util.List;

/**
 * Computes a product by matrix instructions: step by step along the depth each warp reads its rows
 * of the left operand and its columns of the right one from memory, in the order in which the
 * instruction wants them, and multiplies each with each. A left operand that lies in registers is
 * there already.
 */
final class WarpGemm {
  /** Steps are repeated instead of looped as long as that makes at most so many instructions. */
  private static final int MOST_REPEATED = 256;

  private final WarpTiling tiling;
  private final ThreadContext context;
  private final Side left;
  private final Side right;
  private final Side accumulator;
  private final boolean isLeftHeld;
  private final int steps;
  private final Value lane;
  private final Value firstRow;
  private final Value firstColumn;

  WarpGemm(TileOp.Gemm gemm, WarpTiling tiling, OpBuilder out, ThreadContext context) {
    this.tiling = tiling;
    this.context = context;
    this.left = Side.of(gemm.left(), out, context.lowering());
    this.right = Side.of(gemm.right(), out, context.lowering());
    this.accumulator = Side.of(gemm.accumulator(), out, context.lowering());
    this.isLeftHeld = ThreadContext.spread(gemm.left()) != null;
    int depth = ((Type.TileType) gemm.left().type()).shape().extent(1);
    this.steps = depth / tiling.instruction().depth();
    Value thread = context.thread();
    this.lane = ThreadContext.digit(thread, 1, WarpTiling.WARP, out);
    Value warpRow = ThreadContext.digit(thread, WarpTiling.WARP, tiling.warpRows(), out);
    Value warpColumn =
        ThreadContext.digit(thread, WarpTiling.WARP * tiling.warpRows(), tiling.warpColumns(), out);
    this.firstRow = Indices.times(warpRow, tiling.instruction().rows(), out);
    this.firstColumn =
        Indices.times(
            warpColumn, (long) tiling.columnTiles() * tiling.instruction().columns(), out);
  }

  void lower(OpBuilder out) {
    int each = tiling.rowTiles() * tiling.columnTiles();
    Value leftRegisters =
        isLeftHeld
            ? left.memory()
            : ThreadContext.registers(left.storage(), (long) tiling.rowTiles() * leftCount(), out);
    Value rightRegisters =
        ThreadContext.registers(right.storage(), (long) tiling.columnTiles() * rightCount(), out);
    Value zero = out.i64(0);
    Value step = out.values().like(zero);
    LoopKind kind =
        isLeftHeld || steps * each <= MOST_REPEATED ? LoopKind.UNROLLED : LoopKind.SERIAL;
    out.add(
        new LowOp.For(
            step,
            zero,
            out.i64(steps),
            1,
            kind,
            out.nested(inner -> step(step, leftRegisters, rightRegisters, inner)),
            out.loc()));
  }

  private int leftCount() {
    return tiling.instruction().leftLayout().registers();
  }

  private int rightCount() {
    return tiling.instruction().rightLayout().registers();
  }

  private void step(Value step, Value leftRegisters, Value rightRegisters, OpBuilder out) {
    Value depth = Indices.times(step, tiling.instruction().depth(), out);
    if (!isLeftHeld) {
      HeldElements.each(
          tiling.rowTiles(), out, (inner, tile) -> loadLeft(tile, depth, leftRegisters, inner));
    }
    int pairs = tiling.columnTiles() / 2;
    if (pairs > 0) {
      HeldElements.each(
          pairs,
          out,
          (inner, pair) ->
              loadRight(Indices.times(pair, 2, inner), 2, depth, rightRegisters, inner));
    }
    if (tiling.columnTiles() % 2 == 1) {
      loadRight(out.i64(2L * pairs), 1, depth, rightRegisters, out);
    }
    HeldElements.each(
        tiling.rowTiles(),
        out,
        (rows, row) ->
            HeldElements.each(
                tiling.columnTiles(),
                rows,
                (inner, column) ->
                    multiply(step, row, column, leftRegisters, rightRegisters, inner)));
  }

  private void multiply(
      Value step,
      Value row,
      Value column,
      Value leftRegisters,
      Value rightRegisters,
      OpBuilder out) {
    int count = tiling.instruction().accumulatorLayout().registers();
    Value tile = Indices.add(Indices.times(row, tiling.columnTiles(), out), column, out);
    Value leftTile = isLeftHeld ? Indices.add(Indices.times(row, steps, out), step, out) : row;
    out.add(
        new LowOp.MultiplyMatrices(
            tiling.instruction(),
            accumulator.memory(),
            Indices.times(tile, count, out),
            leftRegisters,
            Indices.times(leftTile, leftCount(), out),
            rightRegisters,
            Indices.times(column, rightCount(), out),
            out.loc()));
  }

  /** Four matrices of 8 by 8: rows 0 and 8 at depth 0, then at depth 8. */
  private void loadLeft(Value tile, Value depth, Value registers, OpBuilder out) {
    int rows = tiling.instruction().rows();
    Value row =
        Indices.add(firstRow, Indices.times(tile, (long) rows * tiling.warpRows(), out), out);
    boolean isTransposed = isAcross(left);
    // Of a transposed operand the lanes of a matrix give rows along the depth.
    Value inner = ThreadContext.digit(lane, 1, 8, out);
    Value half = times8(bit(8, out), out);
    Value other = times8(bit(16, out), out);
    Value rowAt = Indices.add(row, isTransposed ? half : Indices.add(inner, half, out), out);
    Value depthAt = Indices.add(depth, isTransposed ? Indices.add(inner, other, out) : other, out);
    load(left, List.of(rowAt, depthAt), 4, isTransposed, registers, tile, leftCount(), out);
  }

  /** Two matrices a tile: depth 0 and 8. */
  private void loadRight(Value tile, int tiles, Value depth, Value registers, OpBuilder out) {
    int columns = tiling.instruction().columns();
    Value column = Indices.add(firstColumn, Indices.times(tile, columns, out), out);
    boolean isTransposed = !isAcross(right);
    Value inner = ThreadContext.digit(lane, 1, 8, out);
    Value half = times8(bit(8, out), out);
    Value other = times8(bit(16, out), out);
    Value depthAt = Indices.add(depth, isTransposed ? Indices.add(inner, half, out) : half, out);
    Value columnAt =
        tiles == 1
            ? Indices.add(column, isTransposed ? out.i64(0) : inner, out)
            : Indices.add(column, isTransposed ? other : Indices.add(inner, other, out), out);
    load(
        right,
        List.of(depthAt, columnAt),
        2 * tiles,
        isTransposed,
        registers,
        tile,
        rightCount(),
        out);
  }

  private void load(
      Side side,
      List<Value> index,
      int count,
      boolean isTransposed,
      Value registers,
      Value tile,
      int perTile,
      OpBuilder out) {
    out.add(
        new LowOp.LoadMatrices(
            registers,
            Indices.times(tile, perTile, out),
            side.memory(),
            side.offset(index, out),
            count,
            isTransposed,
            out.loc()));
  }

  /** Whether neighbours in memory lie along the first axis of an operand. */
  private static boolean isAcross(Side side) {
    return !side.isVector(1, 8);
  }

  private Value bit(int stride, OpBuilder out) {
    return ThreadContext.digit(lane, stride, 2, out);
  }

  private static Value times8(Value bit, OpBuilder out) {
    return Indices.times(bit, 8, out);
  }
}
