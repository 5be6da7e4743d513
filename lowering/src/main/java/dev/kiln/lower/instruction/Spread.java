package dev.kiln.lower.instruction;

import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Value;
import dev.kiln.lower.tileop.Indices;

/**
 * Where the elements of matrices lie in the registers of a warp, as the manual says it: group
 * {@code lane / 4} and column {@code lane % 4}. Source: PTX ISA 9.0, 9.7.14.5 and 9.7.15.5.1.
 *
 * @param packed how many elements of an operand a register of 32 bits has
 */
record Spread(int packed) {
  private static final int COLUMNS = 4;
  private static final int GROUPS = 8;

  /** The row of the accumulator's element that a thread has in {@code register}. */
  static Value row(Value register, OpBuilder out) {
    Value group = Indices.divide(Threads.lane(out), COLUMNS, out);
    Value half = Indices.remainder(Indices.divide(register, 2, out), 2, out);
    return Indices.add(group, Indices.times(half, GROUPS, out), out);
  }

  /** Its column. */
  static Value column(Value register, OpBuilder out) {
    Value panel = Indices.divide(register, 4, out);
    Value pair = Indices.remainder(Threads.lane(out), COLUMNS, out);
    Value inPanel =
        Indices.add(Indices.times(pair, 2, out), Indices.remainder(register, 2, out), out);
    return Indices.add(Indices.times(panel, GROUPS, out), inPanel, out);
  }

  /** An element of the left operand, whose registers go through two halves of the rows first. */
  Value left(WarpRegisters registers, Value row, Value depth, OpBuilder out) {
    Value group = Indices.remainder(row, GROUPS, out);
    Value half = Indices.divide(row, GROUPS, out);
    Value register = Indices.add(half, Indices.times(step(depth, out), 2, out), out);
    return load(registers, group, register, depth, out);
  }

  /** An element of the right operand. */
  Value right(WarpRegisters registers, Value depth, Value column, OpBuilder out) {
    return load(registers, column, step(depth, out), depth, out);
  }

  /** Elements along the depth that the columns of a group hold in one register each. */
  private Value step(Value depth, OpBuilder out) {
    return Indices.divide(depth, COLUMNS * packed, out);
  }

  /** That of a group in a register of 32 bits, {@code depth} being which. */
  private Value load(
      WarpRegisters registers, Value group, Value register, Value depth, OpBuilder out) {
    Value column = Indices.remainder(Indices.divide(depth, packed, out), COLUMNS, out);
    Value lane = Indices.add(Indices.times(group, COLUMNS, out), column, out);
    Value part = Indices.remainder(depth, packed, out);
    return registers.load(lane, Indices.add(Indices.times(register, packed, out), part, out), out);
  }
}
