package dev.kiln.lower.instruction;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Value;
import dev.kiln.lower.tileop.Indices;

/**
 * What {@code MultiplyMatrices} does: each thread gets both operands from the others and computes
 * the elements of the accumulator that it holds.
 */
final class WarpProduct {
  private static final int REGISTER_BYTES = 4;

  private WarpProduct() {}

  static void write(LowOp.MultiplyMatrices op, OpBuilder out) {
    MatrixInstruction row = op.instruction();
    var spread = new Spread(REGISTER_BYTES / row.left().bytes());
    int lefts = row.rows() * row.depth() / Threads.WARP;
    int rights = row.depth() * row.columns() / Threads.WARP;
    WarpRegisters left = WarpRegisters.exchanged(op.left(), op.leftIndex(), lefts, out);
    WarpRegisters right = WarpRegisters.exchanged(op.right(), op.rightIndex(), rights, out);
    out.loop(
        out.i64(0),
        out.i64(row.rows() * row.columns() / Threads.WARP),
        1,
        (each, register) -> {
          Value i = Spread.row(register, each);
          Value j = Spread.column(register, each);
          Value at = Indices.add(op.accumulatorIndex(), register, each);
          Value sum = each.cell(each.load(op.accumulator(), at, 1, null), "sum");
          each.loop(
              each.i64(0),
              each.i64(row.depth()),
              1,
              (step, k) -> {
                Value a = spread.left(left, i, k, step);
                Value b = spread.right(right, k, j, step);
                step.write(sum, Factors.multiply(step.read(sum), a, b, step));
              });
          each.store(op.accumulator(), at, each.read(sum), null);
        });
  }
}
