package dev.kiln.lower.instruction;

import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.lower.tileop.Indices;

/** The numbers of a thread, I64. */
final class Threads {
  static final int WARP = 32;
  static final int WARPGROUP = 128;

  private Threads() {}

  /** The thread's number in its block. */
  static Value index(OpBuilder out) {
    Value thread = out.values().value(Type.I32, "thread");
    out.add(new LowOp.ThreadIndex(thread, out.loc()));
    return out.cast(DType.I64, thread);
  }

  /** The thread's number in its warp. */
  static Value lane(OpBuilder out) {
    return Indices.remainder(index(out), WARP, out);
  }

  /** The number of the thread's warp in its warpgroup. */
  static Value warp(OpBuilder out) {
    return Indices.remainder(Indices.divide(index(out), WARP, out), WARPGROUP / WARP, out);
  }
}
