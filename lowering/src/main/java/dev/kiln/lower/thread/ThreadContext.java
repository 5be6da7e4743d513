package dev.kiln.lower.thread;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.CompareOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import dev.kiln.layout.Mode;
import dev.kiln.lower.tileop.Indices;
import dev.kiln.lower.tileop.LoweringContext;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the lowerings of one run of the pass share.
 *
 * @param thread the number of this thread in its block, an I64
 * @param threads how many there are
 * @param pipelines the loops whose copies run beside the threads
 * @param copying who starts those copies; null when the threads that compute do
 */
record ThreadContext(
    LoweringContext lowering,
    Value thread,
    int threads,
    Pipelines pipelines,
    @Nullable CopyingThreads copying) {

  /** The same, where others start the copies. */
  ThreadContext with(CopyingThreads others) {
    return new ThreadContext(lowering, thread, threads, pipelines, others);
  }

  /** Appends {@code body} as a phase of its own. */
  static void phase(OpBuilder out, Consumer<OpBuilder> body) {
    out.add(new LowOp.Phase(out.nested(body), out.loc()));
  }

  /** Runs {@code body} for the numbers below {@code count}, each by one thread. */
  void share(Value count, OpBuilder out, OpBuilder.LoopBody body) {
    out.loop(thread, count, threads, body);
  }

  /** Whether this is the first thread of the block. */
  Value isFirst(OpBuilder out) {
    return out.compare(CompareOperator.EQ, thread, out.i64(0));
  }

  /** Whether this is the first of the threads that hold the same; null when it always is. */
  @Nullable Value isFirstHolder(Layout.Fragment layout, OpBuilder out) {
    long holders = 1;
    for (List<Mode> modes : layout.axes()) {
      for (Mode mode : modes) {
        holders *= mode.isThreads() ? mode.extent() : 1;
      }
    }
    if (holders == threads) {
      return null;
    }
    Value first = out.i64(0);
    for (List<Mode> modes : layout.axes()) {
      for (Mode mode : modes) {
        if (mode.isThreads()) {
          Value digit = digit(thread, mode.stride(), mode.extent(), out);
          first = Indices.add(first, Indices.times(digit, mode.stride(), out), out);
        }
      }
    }
    return out.compare(CompareOperator.EQ, thread, first);
  }

  /** {@code number / stride % extent}. */
  static Value digit(Value number, int stride, int extent, OpBuilder out) {
    Value rest = stride == 1 ? number : out.binary(BinaryOperator.DIV, number, out.i64(stride));
    return out.binary(BinaryOperator.REM, rest, out.i64(extent));
  }

  /** The layout of a tile that lies in registers; null for what lies in memory. */
  static Layout.@Nullable Fragment spread(Value base) {
    return base.type() instanceof Type.TileType tile
            && tile.layout() instanceof Layout.Fragment fragment
        ? fragment
        : null;
  }

  /** New memory of the block for the rest of the body. */
  static Value shared(DType element, long elements, OpBuilder out) {
    Value memory = out.values().value(new Type.MemoryType(element, Scope.SHARED), "scratch");
    out.add(new LowOp.AllocMemory(memory, elements, out.loc()));
    return memory;
  }

  /** New registers of the thread for the rest of the body. */
  static Value registers(DType element, long elements, OpBuilder out) {
    Value memory = out.values().value(new Type.MemoryType(element, Scope.FRAGMENT), "");
    out.add(new LowOp.RegisterMemory(memory, elements, out.loc()));
    return memory;
  }
}
