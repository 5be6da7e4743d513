package dev.kiln.lower.scheduled;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.Body;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import dev.kiln.pass.Context;
import dev.kiln.pass.Fact;
import dev.kiln.pass.Pass;
import dev.kiln.pass.Stage;
import java.util.List;

/**
 * Decides in which order blocks are run: those of products so that neighbours share what they read.
 * Where the user asks for it, no more blocks are launched than run at once, each of which loops.
 *
 * <pre>
 * grid (%x, %y) in (%nx, %ny) persistent true { ... }
 *   =&gt;
 * %total = mul %nx, %ny
 * %resident = resident-blocks %total
 * grid (%block) in (%resident) {
 *   for %turn = 0 to the number of turns of %block {
 *     %number = %turn * %resident + %block
 *     %x, %y = the place of %number in the order
 *     ...
 * </pre>
 */
public final class OrderBlocks {
  public static final Pass PASS =
      Pass.of(
              OrderBlocks.class,
              Stage.SCHEDULED,
              "Decides the order of blocks, and has persistent ones loop.",
              OrderBlocks::order)
          .needs(Fact.TILE_OPS);

  /** Blocks of products that share a column of tiles run together, so that caches hold both. */
  private static final int PRODUCT_GROUP = 8;

  private OrderBlocks() {}

  private static Kernel order(Kernel kernel, Context context) {
    var values = Values.after(kernel);
    return kernel.withBody(
        Ops.flatMap(
            kernel.body(),
            op -> op instanceof LowOp.Grid grid ? order(grid, values) : List.of(op)));
  }

  private static List<Op> order(LowOp.Grid grid, Values values) {
    boolean isFree = grid.group() == 1 && grid.extents().size() > 1 && hasProduct(grid);
    LowOp.Grid ordered = isFree ? grid.grouped(PRODUCT_GROUP) : grid;
    return ordered.isPersistent() ? looped(ordered, values) : List.of(ordered);
  }

  private static boolean hasProduct(LowOp.Grid grid) {
    return Ops.any(grid.body(), TileOp.Gemm.class::isInstance);
  }

  private static List<Op> looped(LowOp.Grid grid, Values values) {
    var out = new OpBuilder(values, grid.loc());
    List<Value> extents = grid.extents().stream().map(extent -> extent(extent, out)).toList();
    Value total = extents.getFirst();
    for (Value extent : extents.subList(1, extents.size())) {
      total = out.binary(BinaryOperator.MUL, total, extent);
    }
    Value most = plus(total, -1, out);
    Value resident = values.value(Type.I64, "resident");
    out.add(new LowOp.ResidentBlocks(resident, total, grid.loc()));
    Value block = values.value(Type.I64, "block");
    Body body =
        out.nested(
            inner -> {
              Value left = inner.binary(BinaryOperator.SUB, most, block);
              Value turns = plus(inner.binary(BinaryOperator.DIV, left, resident), 1, inner);
              inner.loop(
                  inner.i64(0),
                  turns,
                  1,
                  (each, turn) -> {
                    Value before = each.binary(BinaryOperator.MUL, turn, resident);
                    Value number = each.binary(BinaryOperator.ADD, before, block);
                    place(grid, extents, number, each);
                    grid.body().ops().forEach(each::add);
                  });
            });
    out.add(
        new LowOp.Grid(
            List.of(block),
            List.of(resident),
            grid.wanted(),
            grid.threads(),
            /* group= */ 1,
            /* isPersistent= */ false,
            body,
            grid.loc()));
    return out.ops();
  }

  /** A grid without blocks has an extent of 0, or less. */
  private static Value extent(Value extent, OpBuilder out) {
    return out.binary(BinaryOperator.MAX, out.cast(DType.I64, extent), out.i64(0));
  }

  /** Defines the indices of the block that is {@code number} in the order of {@code grid}. */
  private static void place(LowOp.Grid grid, List<Value> extents, Value number, OpBuilder out) {
    List<Value> blocks = grid.blocks();
    Value rest = number;
    int axis = 0;
    if (grid.group() > 1 && extents.size() > 1) {
      Value plane = out.binary(BinaryOperator.MUL, extents.get(0), extents.get(1));
      Value inPlane = out.binary(BinaryOperator.REM, number, plane);
      rest = out.binary(BinaryOperator.DIV, number, plane);
      Value across = extents.get(0);
      Value down = extents.get(1);
      Value rows = out.binary(BinaryOperator.MIN, out.i64(grid.group()), down);
      Value ofGroup = out.binary(BinaryOperator.MUL, across, rows);
      Value inGroup = out.binary(BinaryOperator.REM, inPlane, ofGroup);
      Value groups = out.binary(BinaryOperator.DIV, inPlane, ofGroup);
      Value first = out.binary(BinaryOperator.MUL, groups, rows);
      Value own = out.binary(BinaryOperator.MIN, rows, out.binary(BinaryOperator.SUB, down, first));
      Value row = out.binary(BinaryOperator.REM, inGroup, own);
      define(blocks.get(0), out.binary(BinaryOperator.DIV, inGroup, own), across, out);
      define(blocks.get(1), out.binary(BinaryOperator.ADD, first, row), down, out);
      axis = 2;
    }
    for (; axis < blocks.size(); axis++) {
      Value extent = extents.get(axis);
      define(blocks.get(axis), out.binary(BinaryOperator.REM, rest, extent), extent, out);
      rest = out.binary(BinaryOperator.DIV, rest, extent);
    }
  }

  /** Says of an index what is known of that of a grid: it lies within its extent. */
  private static void define(Value block, Value index, Value extent, OpBuilder out) {
    Value below = out.binary(BinaryOperator.MIN, index, plus(extent, -1, out));
    Value narrow = out.cast(block.dtype(), below);
    Value zero = out.constant(block.arithmetic(), 0);
    out.add(new LowOp.Binary(block, BinaryOperator.MAX, narrow, zero, out.loc()));
  }

  private static Value plus(Value value, long addend, OpBuilder out) {
    return out.binary(BinaryOperator.ADD, value, out.i64(addend));
  }
}
