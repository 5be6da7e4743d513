package dev.kiln.lower.instruction;

import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Value;
import dev.kiln.lower.tileop.Indices;

/**
 * What {@code StartCopy} does, at once: then nothing is under way, and what ends groups of copies
 * and waits for them does nothing.
 */
final class ChunkCopy {
  private ChunkCopy() {}

  static void write(LowOp.StartCopy op, OpBuilder out) {
    Value valid = out.cast(DType.I64, op.valid());
    out.loop(
        out.i64(0),
        out.i64(op.elements()),
        1,
        (each, i) -> {
          Value isValid = each.compare(CompareOperator.LT, i, valid);
          Value from = Indices.add(op.sourceIndex(), i, each);
          Value element = each.load(op.source(), from, 1, isValid);
          each.store(op.memory(), Indices.add(op.index(), i, each), element, null);
        });
  }
}
