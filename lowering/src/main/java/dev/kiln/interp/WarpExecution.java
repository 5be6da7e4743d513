package dev.kiln.interp;

import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.MatrixInstruction;
import dev.kiln.ir.Value;
import dev.kiln.layout.Layout;
import java.util.List;
import java.util.stream.Stream;

/** What the 32 threads of a warp do together. */
final class WarpExecution {
  /** The bits of an F32 that TF32 does not have. */
  private static final int CUT = 0x1FFF;

  /** What a row of {@code LoadMatrices} takes. */
  private static final int ROW_BYTES = 16;

  private static final int REGISTER_BYTES = 4;

  /** Where the elements of each instruction's matrices lie, in the order of the instructions. */
  private static final List<Places> PLACES =
      Stream.of(MatrixInstruction.values()).map(Places::of).toList();

  private WarpExecution() {}

  static void run(LowOp op, List<BlockThread> warp) {
    switch (op) {
      case LowOp.ExchangeThreads exchange -> exchange(exchange, warp);
      case LowOp.MultiplyMatrices multiply -> multiply(multiply, warp);
      case LowOp.LoadMatrices load -> load(load, warp);
      case LowOp other -> throw new IllegalStateException(other + " is not for a warp");
    }
  }

  private static void exchange(LowOp.ExchangeThreads op, List<BlockThread> warp) {
    List<Lanes> values = warp.stream().map(thread -> thread.frame().lanes(op.value())).toList();
    for (int i = 0; i < warp.size(); i++) {
      warp.get(i).frame().define(op.result(), values.get(i ^ op.mask()));
    }
  }

  /** A matrix that is spread over the registers of a warp. */
  private record Spread(LowOp op, Value memory, Value index, Place[] places) {
    /** The bits of each element. */
    Lanes gather(List<BlockThread> warp) {
      var elements = new Lanes(ChipMemory.type(memory).element(), places.length);
      for (int i = 0; i < places.length; i++) {
        Memory registers = registers(warp, i);
        long at = at(warp, i);
        thread(warp, i).watch().load(op, registers, at);
        elements.set(i, registers.get(at));
        if (registers.isPoison(at)) {
          elements.setPoison(i);
        }
      }
      return elements;
    }

    void set(List<BlockThread> warp, int i, long bits, boolean isPoison) {
      Memory registers = registers(warp, i);
      long at = at(warp, i);
      thread(warp, i).watch().store(op, registers, at, /* isSame= */ false);
      if (isPoison) {
        registers.setPoison(at);
      } else {
        registers.set(at, bits);
      }
    }

    private BlockThread thread(List<BlockThread> warp, int i) {
      return warp.get(places[i].thread());
    }

    private Memory registers(List<BlockThread> warp, int i) {
      return thread(warp, i).frame().memory(memory);
    }

    private long at(List<BlockThread> warp, int i) {
      long at = thread(warp, i).frame().scalar(op, index) + places[i].register();
      requireHolds(op, registers(warp, i), memory, at);
      return at;
    }
  }

  /** The thread of a warp that holds an element, and its register. */
  private record Place(int thread, int register) {}

  @SuppressWarnings("ArrayRecordComponent") // never changed, never compared
  private record Places(Place[] accumulator, Place[] left, Place[] right) {
    static Places of(MatrixInstruction row) {
      return new Places(
          places(row.accumulatorLayout(), row.rows(), row.columns()),
          places(row.leftLayout(), row.rows(), row.depth()),
          places(row.rightLayout(), row.depth(), row.columns()));
    }

    private static Place[] places(Layout.Fragment layout, int rows, int columns) {
      var places = new Place[rows * columns];
      for (int i = 0; i < places.length; i++) {
        long offset = layout.offset(List.of(i / columns, i % columns));
        places[i] =
            new Place(
                Math.toIntExact(offset / layout.registers()),
                Math.toIntExact(offset % layout.registers()));
      }
      return places;
    }
  }

  private static void multiply(LowOp.MultiplyMatrices op, List<BlockThread> warp) {
    MatrixInstruction row = op.instruction();
    Places places = PLACES.get(row.ordinal());
    var target = new Spread(op, op.accumulator(), op.accumulatorIndex(), places.accumulator());
    Lanes left = new Spread(op, op.left(), op.leftIndex(), places.left()).gather(warp);
    Lanes right = new Spread(op, op.right(), op.rightIndex(), places.right()).gather(warp);
    Lanes sums = target.gather(warp);
    for (int i = 0; i < row.rows(); i++) {
      for (int j = 0; j < row.columns(); j++) {
        int at = i * row.columns() + j;
        long sum = sums.bits(at);
        boolean isPoison = sums.isPoison(at);
        for (int k = 0; k < row.depth(); k++) {
          int a = i * row.depth() + k;
          int b = k * row.columns() + j;
          isPoison |= left.isPoison(a) || right.isPoison(b);
          sum = sum(row, sum, left.bits(a), right.bits(b));
        }
        target.set(warp, at, sum, isPoison);
      }
    }
  }

  /** Each thread loads what it gets, from the rows that others name. */
  private static void load(LowOp.LoadMatrices op, List<BlockThread> warp) {
    for (BlockThread thread : warp) {
      Memory registers = thread.frame().memory(op.registers());
      long first = thread.frame().scalar(op, op.registersIndex());
      int group = thread.number() % warp.size() / 4;
      int packed = REGISTER_BYTES / registers.element().bytes();
      for (int i = 0; i < packed * op.count(); i++) {
        int element = thread.number() % 4 * packed + i % packed;
        int row = op.transposed() ? element : group;
        BlockThread naming = warp.get(i / packed * 8 + row);
        Memory memory = naming.frame().memory(op.memory());
        long start = naming.frame().scalar(op, op.index());
        requireRow(op, memory, start);
        long at = start + (op.transposed() ? group : element);
        thread.watch().load(op, memory, at);
        requireHolds(op, registers, op.registers(), first + i);
        thread.watch().store(op, registers, first + i, /* isSame= */ false);
        if (memory.isPoison(at)) {
          registers.setPoison(first + i);
        } else {
          registers.set(first + i, memory.get(at));
        }
      }
    }
  }

  private static void requireRow(LowOp.LoadMatrices op, Memory memory, long start) {
    int length = ROW_BYTES / memory.element().bytes();
    if (!memory.holds(start) || !memory.holds(start + length - 1)) {
      throw new InterpreterException(
          op, "The row from element %s on is outside of the memory.".formatted(start));
    }
    if (memory.at(start) % ROW_BYTES != 0) {
      throw new InterpreterException(
          op, "The row from element %s on begins at no multiple of 16 bytes.".formatted(start));
    }
  }

  private static void requireHolds(LowOp op, Memory registers, Value memory, long at) {
    if (!registers.holds(at)) {
      throw new InterpreterException(op, "Register %s is outside of %s.".formatted(at, memory));
    }
  }

  /** One more product, rounded, added to a sum, rounded. */
  private static long sum(MatrixInstruction row, long sum, long left, long right) {
    if (row.accumulator() == DType.I32) {
      return (int) (sum + left * right);
    }
    float product = factor(row.left(), left) * factor(row.right(), right);
    return Float.floatToRawIntBits(Float.intBitsToFloat((int) sum) + product);
  }

  /** As the hardware reads it: an F32 without what TF32 has not. */
  static float factor(DType operand, long bits) {
    float factor = (float) Bits.toDouble(operand, bits);
    return operand == DType.F32 && Float.isFinite(factor)
        ? Float.intBitsToFloat((int) bits & ~CUT)
        : factor;
  }
}
