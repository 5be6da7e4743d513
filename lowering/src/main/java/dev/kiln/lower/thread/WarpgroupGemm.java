package dev.kiln.lower.thread;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.WarpgroupInstruction;
import dev.kiln.layout.Layout;
import dev.kiln.lower.instruction.Needs;
import dev.kiln.lower.laidout.WarpTiling;
import dev.kiln.lower.tileop.Indices;
import dev.kiln.lower.tileop.Side;
import dev.kiln.pass.Machine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes a product by instructions of whole warpgroups, which read their operands from swizzled
 * memory by themselves, beside the threads: each warpgroup 64 rows at a time, all columns at once.
 */
final class WarpgroupGemm {
  private static final int ROWS = 64;
  private static final int THREADS = 128;

  /** Of a thread, for sums of all kinds; more leave too few for the rest. */
  private static final int MOST_SUMS = 192;

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
    MatrixInstruction warp = tiling.instruction();
    return WarpgroupInstruction.of(warp.left(), warp.right())
            .filter(row -> Needs.areMet(row, machine))
            .isPresent()
        && tiling.isForWarpgroups(gemm)
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
    if (tiling.isRough()) {
      roughly(firstRow, out);
      return;
    }
    out.add(begin(out));
    HeldElements.each(
        tiling.rowTiles(),
        out,
        (rows, tile) -> {
          Value row = row(tile, firstRow, rows);
          int added = context.pipelines().isFresh(gemm) ? 1 : 0;
          if (added == 1) {
            multiply(new Part(tile, row), rows.i64(0), /* adds= */ false, rows);
          }
          HeldElements.each(
              steps - added,
              rows,
              (inner, step) -> {
                Value depth = Indices.plus(step, added, inner);
                multiply(new Part(tile, row), depth, /* adds= */ true, inner);
              });
        });
    out.add(new LowOp.CommitProducts(out.loc()));
  }

  private Value row(Value tile, Value firstRow, OpBuilder out) {
    return Indices.add(firstRow, Indices.times(tile, 16L * tiling.warpRows(), out), out);
  }

  /**
   * A few steps along the depth at a time, into sums of their own; and, where registers for all of
   * those would be too many, some columns at a time. Waits for each.
   */
  private void roughly(Value firstRow, OpBuilder out) {
    int all = tiling.columnTiles() * tiling.instruction().columns();
    int columns = all;
    int held = spread(gemm.accumulator()).registers();
    while (held + registers(columns) > MOST_SUMS && columns % 16 == 0) {
      columns /= 2;
    }
    int width = columns;
    RoughSums sums = RoughSums.of(registers(width), out);
    int each = RoughSums.steps(steps, tiling.instruction().depth());
    HeldElements.each(
        tiling.rowTiles(),
        out,
        (rows, tile) ->
            HeldElements.each(
                all / width,
                rows,
                (across, part) ->
                    HeldElements.each(
                        steps / each,
                        across,
                        (inner, group) -> {
                          Value row = row(tile, firstRow, inner);
                          Value column = Indices.times(part, width, inner);
                          var place = new Part(tile, row, column, width, sums.registers());
                          group(place, Indices.times(group, each, inner), each, sums, inner);
                          Value first = Indices.times(tile, registers(all), inner);
                          Value skipped = Indices.times(part, registers(width), inner);
                          sums.addTo(
                              accumulator.memory(), Indices.add(first, skipped, inner), inner);
                        })));
  }

  private void group(Part part, Value first, int count, RoughSums sums, OpBuilder out) {
    out.add(new LowOp.BeginProducts(List.of(sums.registers()), List.of(sums.count()), out.loc()));
    multiply(part, first, /* adds= */ false, out);
    HeldElements.each(
        count - 1,
        out,
        (inner, step) -> {
          Value depth = Indices.add(first, Indices.plus(step, 1, inner), inner);
          multiply(part, depth, /* adds= */ true, inner);
        });
    out.add(new LowOp.CommitProducts(out.loc()));
    out.add(new LowOp.AwaitProducts(0, sums.registers(), out.i64(0), sums.count(), out.loc()));
  }

  /** Of a thread, for the sums of so many columns. */
  private static int registers(int columns) {
    return columns * ROWS / THREADS;
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

  /**
   * 64 rows of the product, and columns of them.
   *
   * @param tile the number of the rows among those of a warpgroup
   * @param row the first
   * @param column the first; null for all columns
   * @param sums where the product goes; null for its accumulator
   */
  private record Part(
      Value tile, Value row, @Nullable Value column, int columns, @Nullable Value sums) {
    /** All columns. */
    Part(Value tile, Value row) {
      this(tile, row, null, 0, null);
    }
  }

  private void multiply(Part part, Value step, boolean adds, OpBuilder out) {
    MatrixInstruction warp = tiling.instruction();
    int columns = part.column() == null ? tiling.columnTiles() * warp.columns() : part.columns();
    Value depth = Indices.times(step, warp.depth(), out);
    boolean isLeftHeld = ThreadContext.spread(gemm.left()) != null;
    int held = warp.leftLayout().registers();
    Value leftIndex =
        isLeftHeld
            ? Indices.times(
                Indices.add(Indices.times(part.tile(), steps, out), step, out), held, out)
            : unswizzled(left, gemm.left(), List.of(part.row(), depth), out);
    boolean isLeftAcross = !isLeftHeld && isAlong(gemm.left(), 0);
    boolean isRightAcross = isAlong(gemm.right(), 1);
    Value column = part.column() == null ? out.i64(0) : part.column();
    out.add(
        new LowOp.MultiplyWarpgroup(
            warp.left(),
            columns,
            adds,
            part.sums() == null ? accumulator.memory() : part.sums(),
            part.sums() == null ? Indices.times(part.tile(), registers(columns), out) : out.i64(0),
            left.memory(),
            leftIndex,
            isLeftAcross,
            isLeftAcross ? panel(gemm.left()) : 0,
            right.memory(),
            unswizzled(right, gemm.right(), List.of(depth, column), out),
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
