package dev.kiln.lower.instruction;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.lower.tileop.Indices;

/**
 * Registers of all threads of a warp, as each of them has got them from the others.
 *
 * @param memory of the thread's own, with those of lane {@code l} from {@code l * count} on
 * @param count how many are those of one thread
 */
record WarpRegisters(Value memory, int count) {
  /** Memory of the thread's own. */
  static Value memory(DType element, long elements, OpBuilder out) {
    Value memory = out.values().value(new Type.MemoryType(element, Scope.FRAGMENT));
    out.add(new LowOp.RegisterMemory(memory, elements, out.loc()));
    return memory;
  }

  /** The {@code count} registers from {@code first} on that each thread has. */
  static WarpRegisters exchanged(Value registers, Value first, int count, OpBuilder out) {
    DType element = ((Type.MemoryType) registers.type()).element();
    var all = new WarpRegisters(memory(element, (long) Threads.WARP * count, out), count);
    out.loop(
        out.i64(0),
        out.i64(count),
        1,
        (each, register) -> {
          Value own = each.load(registers, Indices.add(first, register, each), 1, null);
          all.exchange(own, register, each);
        });
    return all;
  }

  /** One value of each thread. */
  static WarpRegisters exchanged(Value own, OpBuilder out) {
    var all = new WarpRegisters(memory(own.dtype(), Threads.WARP, out), 1);
    all.exchange(own, out.i64(0), out);
    return all;
  }

  /** With all masks there are, each thread gets what every other has. */
  private void exchange(Value own, Value register, OpBuilder out) {
    Value lane = Threads.lane(out);
    out.store(memory, at(lane, register, out), own, null);
    for (int mask = 1; mask < Threads.WARP; mask++) {
      Value other = out.values().like(own);
      out.add(new LowOp.ExchangeThreads(other, own, mask, out.loc()));
      Value sender = out.binary(BinaryOperator.XOR, lane, out.i64(mask));
      out.store(memory, at(sender, register, out), other, null);
    }
  }

  /** What {@code lane} has in {@code register}. */
  Value load(Value lane, Value register, OpBuilder out) {
    return out.load(memory, at(lane, register, out), 1, null);
  }

  private Value at(Value lane, Value register, OpBuilder out) {
    return count == 1 ? lane : Indices.add(Indices.times(lane, count, out), register, out);
  }
}
