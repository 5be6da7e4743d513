package dev.kiln.lower.instruction;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.WarpgroupInstruction;
import dev.kiln.lower.tileop.Indices;
import org.jspecify.annotations.Nullable;

/**
 * What {@code MultiplyWarpgroup} does, at once: each thread computes the elements of the
 * accumulator that it holds. Each warp has 16 of the 64 rows, so that a left operand in registers
 * is exchanged in warps only.
 */
final class WarpgroupProduct {
  private static final int WARP_ROWS = 16;

  /** Elements of a left operand in registers, which has 2 in each of 32 bits. */
  private static final int HELD = 8;

  private static final Spread SPREAD = new Spread(2);

  private final LowOp.MultiplyWarpgroup op;
  private final Operand left;
  private final Operand right;

  /**
   * An operand in memory.
   *
   * @param panel how far apart panels lie, where it lies across
   */
  private record Operand(SwizzledMemory memory, Value first, boolean isAcross, long panel) {
    /** An element, {@code line} being the row of the left, the column of the right operand. */
    Value load(Value line, Value depth, OpBuilder out) {
      int length = SwizzledMemory.LINE_BYTES / memory.elementBytes();
      Value offset = isAcross ? across(line, depth, length, out) : at(line, depth, length, out);
      Value index = memory.at(Indices.add(first, offset, out), out);
      return out.load(memory.memory(), index, 1, null);
    }

    /** In panels of so many lines, a step of the depth behind the other. */
    private Value across(Value line, Value depth, int length, OpBuilder out) {
      Value start = Indices.times(Indices.divide(line, length, out), panel, out);
      Value inPanel = at(depth, Indices.remainder(line, length, out), length, out);
      return Indices.add(start, inPanel, out);
    }

    private static Value at(Value outer, Value inner, int length, OpBuilder out) {
      return Indices.add(Indices.times(outer, length, out), inner, out);
    }
  }

  private WarpgroupProduct(LowOp.MultiplyWarpgroup op, Addresses addresses) {
    this.op = op;
    SwizzledMemory lefts = addresses.swizzled(op.left());
    SwizzledMemory rights = addresses.swizzled(op.right());
    this.left = new Operand(lefts, op.leftIndex(), op.isLeftAcross(), op.leftPanel());
    this.right = new Operand(rights, op.rightIndex(), op.isRightAcross(), op.rightPanel());
  }

  static void write(LowOp.MultiplyWarpgroup op, Addresses addresses, OpBuilder out) {
    new WarpgroupProduct(op, addresses).write(out);
  }

  private void write(OpBuilder out) {
    WarpRegisters held =
        op.leftPlace() == WarpgroupInstruction.Place.REGISTERS
            ? WarpRegisters.exchanged(op.left(), op.leftIndex(), HELD, out)
            : null;
    int registers = op.instruction().rows() * op.columns() / Threads.WARPGROUP;
    out.loop(out.i64(0), out.i64(registers), 1, (each, register) -> add(register, held, each));
  }

  private void add(Value register, @Nullable WarpRegisters held, OpBuilder out) {
    Value i = Spread.row(register, out);
    Value j = Spread.column(register, out);
    Value row = Indices.add(Indices.times(Threads.warp(out), WARP_ROWS, out), i, out);
    Value at = Indices.add(op.accumulatorIndex(), register, out);
    Value first = op.adds() ? out.load(op.accumulator(), at, 1, null) : out.constant(Type.F32, 0.0);
    Value sum = out.cell(first, "sum");
    out.loop(
        out.i64(0),
        out.i64(op.instruction().depth()),
        1,
        (step, k) -> {
          Value a = held == null ? left.load(row, k, step) : SPREAD.left(held, i, k, step);
          Value b = right.load(j, k, step);
          step.write(sum, Factors.multiply(step.read(sum), a, b, step));
        });
    out.store(op.accumulator(), at, out.read(sum), null);
  }
}
