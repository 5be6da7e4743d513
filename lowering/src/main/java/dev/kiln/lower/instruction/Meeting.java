package dev.kiln.lower.instruction;

import dev.kiln.ir.Body;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Op;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Type;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import dev.kiln.lower.tileop.Indices;

/**
 * Where the threads of a warpgroup wait for each other, which {@code AwaitProducts} is once
 * products are computed at once: a thread knows then that all have read the operands, and may say
 * so to others by itself.
 *
 * @param phases of the block's memory, one for each warpgroup, at which all its threads arrive
 * @param isOdd a cell: whether the phase of the next meeting has an odd number
 */
record Meeting(Value phases, Value isOdd) {
  /** Makes ready for meetings at the begin of a block; {@code grid} has no other use of it. */
  static Meeting begin(LowOp.Grid grid, OpBuilder out) {
    int warpgroups = grid.threads() / Threads.WARPGROUP;
    Value phases = out.values().value(new Type.MemoryType(DType.I64, Scope.SHARED), "meetings");
    out.add(new LowOp.ArenaMemory(phases, end(grid.body()), warpgroups, out.loc()));
    Value isFirst = out.compare(CompareOperator.EQ, Threads.index(out), out.i64(0));
    out.when(
        isFirst,
        once -> {
          for (int i = 0; i < warpgroups; i++) {
            once.add(new LowOp.InitPhase(phases, once.i64(i), Threads.WARPGROUP, once.loc()));
          }
        });
    out.add(new LowOp.Barrier(out.loc()));
    return new Meeting(phases, out.cell(out.constant(Type.BOOL, 0), "odd"));
  }

  /** The first byte behind all memory of a block that has places, of which an I64 may begin. */
  private static long end(Body body) {
    long[] end = {0};
    Ops.walk(body, op -> end[0] = Math.max(end[0], end(op)));
    return Math.ceilDiv(end[0], DType.I64.bytes()) * DType.I64.bytes();
  }

  private static long end(Op op) {
    return op instanceof LowOp.ArenaMemory place
            && place.memory().type() instanceof Type.MemoryType type
            && type.scope() == Scope.SHARED
        ? place.byteOffset() + place.elements() * type.element().bytes()
        : 0;
  }

  /** Waits for the threads of the warpgroup. */
  void write(OpBuilder out) {
    Value warpgroup = Indices.divide(Threads.index(out), Threads.WARPGROUP, out);
    Value odd = out.read(isOdd);
    out.add(new LowOp.ArriveAtPhase(phases, warpgroup, out.loc()));
    out.add(new LowOp.AwaitPhase(phases, warpgroup, odd, out.loc()));
    out.write(isOdd, out.unary(UnaryOperator.NOT, odd));
  }
}
