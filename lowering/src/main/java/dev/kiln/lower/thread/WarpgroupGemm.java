package dev.kiln.lower.thread;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.lower.laidout.WarpTiling;
import dev.kiln.lower.tileop.Indices;
import dev.kiln.lower.tileop.Side;
import dev.kiln.pass.Feature;
import dev.kiln.pass.Machine;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes a product by instructions of whole warpgroups, which read their operands from swizzled
 * memory by themselves, beside the threads: each warpgroup 64 rows at a time, all columns at once.
 */
final class WarpgroupGemm {
  private static final int ROWS = 64;
  private static final int THREADS = 128;

  /** Bits of a swizzle of whole lines. */
  private static final int LINE_BITS = 3;

  private final TileOp.Gemm gemm;
  private final WarpTiling tiling;
  private final ThreadContext context;
  private final Side left;
  private final Side right;
  private final Side accumulator;
  private final int steps;

  private WarpgroupGemm(TileOp.Gemm gemm, WarpTiling tiling, OpBuilder out, ThreadContext context) {
    this.gemm = gemm;
    this.tiling = tiling;
    this.context = context;
    this.left = Side.of(gemm.left(), out, context.lowering());
    this.right = Side.of(gemm.right(), out, context.lowering());
    this.accumulator = Side.of(gemm.accumulator(), out, context.lowering());
    this.steps =
        ((Type.TileType) gemm.left().type()).shape().extent(1) / tiling.instruction().depth();
  }

  /** Whether such instructions compute the product as it is laid out. */
  static boolean computes(TileOp.Gemm gemm, WarpTiling tiling, Machine machine) {
    return machine.has(Feature.WARPGROUPS)
        && !tiling.converts(gemm)
        && tiling.isOfWarpgroups()
        && (ThreadContext.spread(gemm.left()) != null || isInLines(gemm.left()))
        && isInLines(gemm.right());
  }

  private static boolean isInLines(Value operand) {
    return ((Type.TileType) operand.type()).layout() instanceof Layout.Swizzled swizzled
        && swizzled.bits() == LINE_BITS;
  }

  /** Starts the product, as a group of its own. */
  static void lower(TileOp.Gemm gemm, WarpTiling tiling, OpBuilder out, ThreadContext context) {
    new WarpgroupGemm(gemm, tiling, out, context).lower(out);
  }

  /** Waits for the product, with {@code pending} groups that were started behind it. */
  static void await(TileOp.Gemm gemm, int pending, OpBuilder out, ThreadContext context) {
    await(gemm, pending, spread(gemm.accumulator()).registers(), out, context);
  }

  /** Waits for all products before this one, which has the same accumulator. */
  static void awaitBefore(TileOp.Gemm gemm, OpBuilder out, ThreadContext context) {
    await(gemm, 1, /* registers= */ 0, out, context);
  }

  private static void await(
      TileOp.Gemm gemm, int pending, int registers, OpBuilder out, ThreadContext context) {
    Value memory = context.lowering().memory(context.lowering().view(gemm.accumulator()).base());
    out.add(new LowOp.AwaitProducts(pending, memory, out.i64(0), registers, out.loc()));
  }

  private void lower(OpBuilder out) {
    Value warpgroup = ThreadContext.digit(context.thread(), THREADS, tiling.warpRows() / 4, out);
    Value firstRow = Indices.times(warpgroup, ROWS, out);
    out.add(begin(out));
    HeldElements.each(
        tiling.rowTiles(),
        out,
        (rows, tile) -> {
          Value row =
              Indices.add(firstRow, Indices.times(tile, 16L * tiling.warpRows(), rows), rows);
          int added = context.pipelines().isFresh(gemm) ? 1 : 0;
          if (added == 1) {
            multiply(tile, row, rows.i64(0), /* adds= */ false, rows);
          }
          HeldElements.each(
              steps - added,
              rows,
              (inner, step) -> {
                Value depth = Indices.plus(step, added, inner);
                multiply(tile, row, depth, /* adds= */ true, inner);
              });
        });
    out.add(new LowOp.CommitProducts(out.loc()));
  }

  /** The registers that products use; an accumulator is left alone while one may be under way. */
  private LowOp begin(OpBuilder out) {
    var registers = new ArrayList<Value>();
    var counts = new ArrayList<Integer>();
    if (!context.pipelines().isOpen(gemm)) {
      registers.add(accumulator.memory());
      counts.add(spread(gemm.accumulator()).registers());
    }
    if (ThreadContext.spread(gemm.left()) != null) {
      registers.add(left.memory());
      counts.add(spread(gemm.left()).registers());
    }
    return new LowOp.BeginProducts(registers, counts, out.loc());
  }

  private static Layout.Fragment spread(Value tile) {
    return (Layout.Fragment) ((Type.TileType) tile.type()).layout();
  }

  private void multiply(Value tile, Value row, Value step, boolean adds, OpBuilder out) {
    MatrixInstruction warp = tiling.instruction();
    int columns = tiling.columnTiles() * warp.columns();
    Value depth = Indices.times(step, warp.depth(), out);
    boolean isLeftHeld = ThreadContext.spread(gemm.left()) != null;
    int held = warp.leftLayout().registers();
    Value leftIndex =
        isLeftHeld
            ? Indices.times(Indices.add(Indices.times(tile, steps, out), step, out), held, out)
            : unswizzled(left, gemm.left(), List.of(row, depth), out);
    boolean isLeftAcross = !isLeftHeld && isAlong(gemm.left(), 0);
    boolean isRightAcross = isAlong(gemm.right(), 1);
    out.add(
        new LowOp.MultiplyWarpgroup(
            warp.operand(),
            columns,
            adds,
            accumulator.memory(),
            Indices.times(tile, (long) columns * ROWS / THREADS, out),
            left.memory(),
            leftIndex,
            isLeftAcross,
            isLeftAcross ? panel(gemm.left()) : 0,
            right.memory(),
            unswizzled(right, gemm.right(), List.of(depth, out.i64(0)), out),
            isRightAcross,
            isRightAcross ? panel(gemm.right()) : 0,
            out.loc()));
  }

  private Value unswizzled(Side side, Value operand, List<Value> index, OpBuilder out) {
    var swizzled = (Layout.Swizzled) ((Type.TileType) operand.type()).layout();
    Value offset = Indices.offset(swizzled.base(), index, out);
    return context.lowering().fromOrigin(side.base(), offset, out);
  }

  /** Whether neighbours in memory lie along an axis of an operand. */
  private static boolean isAlong(Value operand, int axis) {
    return ((Type.TileType) operand.type()).layout().run(axis) > 1;
  }

  /** How far apart panels lie; of one panel no matter how far. */
  private static long panel(Value operand) {
    var swizzled = (Layout.Swizzled) ((Type.TileType) operand.type()).layout();
    return swizzled.base() instanceof Layout.Panels panels
        ? (long) panels.length() * panels.width()
        : 0;
  }
}
