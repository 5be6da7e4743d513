package dev.kiln.lower.thread;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.lower.tileop.Indices;

/**
 * Registers for the sums of a few instructions that lose bits, which are then added to an
 * accumulator that has them all.
 *
 * @param registers F32, so many as {@code count}
 */
record RoughSums(Value registers, int count) {
  /** So many elements of the depth are summed roughly, as libraries do it. */
  private static final int MOST_DEPTH = 128;

  static RoughSums of(int count, OpBuilder out) {
    return new RoughSums(ThreadContext.registers(DType.F32, count, out), count);
  }

  /** How many of {@code steps} steps along the depth are summed roughly, each time as many. */
  static int steps(int steps, int depth) {
    int most = Math.min(steps, Math.max(1, MOST_DEPTH / depth));
    while (steps % most != 0) {
      most--;
    }
    return most;
  }

  /** Begins with zeros. */
  void clear(OpBuilder out) {
    Value zero = out.constant(Type.F32, 0.0);
    HeldElements.each(count, out, (inner, i) -> inner.store(registers, i, zero, null));
  }

  /** Adds them to the registers of {@code accumulator} from {@code first} on. */
  void addTo(Value accumulator, Value first, OpBuilder out) {
    HeldElements.each(
        count,
        out,
        (inner, i) -> {
          Value to = Indices.add(first, i, inner);
          Value before = inner.load(accumulator, to, 1, null);
          Value more = inner.load(registers, i, 1, null);
          inner.store(accumulator, to, inner.binary(BinaryOperator.ADD, before, more), null);
        });
  }
}
