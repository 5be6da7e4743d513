package dev.kiln.lower.instruction;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.lower.tileop.Indices;

/**
 * What {@code LoadMatrices} does: each thread learns where all rows begin and loads 4 bytes of each
 * matrix. Thread {@code 8 * m + r} names row {@code r} of matrix {@code m}.
 */
final class MatrixLoad {
  private static final int ROWS = 8;
  private static final int REGISTER_BYTES = 4;

  /** Threads that share a row. */
  private static final int SHARERS = 4;

  private MatrixLoad() {}

  static void write(LowOp.LoadMatrices op, OpBuilder out) {
    int packed = REGISTER_BYTES / ((Type.MemoryType) op.memory().type()).element().bytes();
    WarpRegisters rows = WarpRegisters.exchanged(op.index(), out);
    Value group = Indices.divide(Threads.lane(out), SHARERS, out);
    Value first = Indices.times(Indices.remainder(Threads.lane(out), SHARERS, out), packed, out);
    out.loop(
        out.i64(0),
        out.i64((long) packed * op.instruction().count()),
        1,
        (each, register) -> {
          Value matrix = Indices.divide(register, packed, each);
          Value along = Indices.add(first, Indices.remainder(register, packed, each), each);
          boolean isTransposed = op.instruction().isTransposed();
          Value row = isTransposed ? along : group;
          Value column = isTransposed ? group : along;
          Value naming = Indices.add(Indices.times(matrix, ROWS, each), row, each);
          Value start = rows.load(naming, each.i64(0), each);
          Value element = each.load(op.memory(), Indices.add(start, column, each), 1, null);
          each.store(
              op.registers(), Indices.add(op.registersIndex(), register, each), element, null);
        });
  }
}
