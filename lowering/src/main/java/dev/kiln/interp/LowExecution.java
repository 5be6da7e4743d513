package dev.kiln.interp;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.MathFunction;
import dev.kiln.ir.Op;
import dev.kiln.ir.ReduceKind;
import dev.kiln.ir.UnaryOperator;
import dev.kiln.ir.Value;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The low dialect, but for its control. */
final class LowExecution {

  /** The bits of one lane of a result from those of the operands. */
  @FunctionalInterface
  private interface LaneFunction {
    long apply(long[] operands);
  }

  private final Frame frame;
  private final MemoryExecution memory;
  private final Options options;

  LowExecution(Frame frame, MemoryExecution memory, Options options) {
    this.frame = frame;
    this.memory = memory;
    this.options = options;
  }

  void run(LowOp op) {
    switch (op) {
      case LowOp.Trap trap -> trap(trap);
      case LowOp.Print print -> print(print);
      case LowOp.Constant constant -> {
        long bits = Bits.of(constant.value());
        lanewise(constant.result(), List.of(), _ -> bits);
      }
      case LowOp.Binary binary -> {
        DType dtype = binary.result().dtype();
        lanewise(
            binary.result(),
            List.of(binary.left(), binary.right()),
            x -> Arithmetic.binary(binary.operator(), dtype, x[0], x[1]));
      }
      case LowOp.Unary unary -> {
        DType dtype = unary.result().dtype();
        lanewise(
            unary.result(),
            List.of(unary.operand()),
            x -> Arithmetic.unary(unary.operator(), dtype, x[0]));
      }
      case LowOp.Compare compare -> {
        DType dtype = compare.left().dtype();
        lanewise(
            compare.result(),
            List.of(compare.left(), compare.right()),
            x -> Arithmetic.compare(compare.operator(), dtype, x[0], x[1]) ? 1 : 0);
      }
      case LowOp.Select select -> select(select);
      case LowOp.Fma fma -> fma(fma);
      case LowOp.Math math -> math(math);
      case LowOp.Cast cast -> {
        DType from = cast.operand().dtype();
        DType to = cast.result().dtype();
        lanewise(cast.result(), List.of(cast.operand()), x -> Bits.cast(from, to, x[0]));
      }
      case LowOp.Bitcast bitcast -> bitcast(bitcast);
      case LowOp.Splat splat -> splat(splat);
      case LowOp.Lanes lanes -> lanes(lanes);
      case LowOp.ReduceLanes reduce -> reduceLanes(reduce);
      case LowOp.Lane lane -> {
        var result = new Lanes(lane.result().dtype(), 1);
        result.copyLane(0, frame.lanes(lane.vector()), lane.lane());
        frame.define(lane.result(), result);
      }
      case LowOp.Shuffle shuffle -> shuffle(shuffle);
      case LowOp.DeclareCell cell ->
          frame.define(cell.cell(), new Cell(frame.lanes(cell.initial())));
      case LowOp.ReadCell cell -> frame.define(cell.result(), frame.cell(cell.cell()).content());
      case LowOp.WriteCell cell -> frame.cell(cell.cell()).set(frame.lanes(cell.value()));
      case LowOp.Dim dim ->
          frame.define(
              dim.result(), Lanes.scalar(DType.I32, frame.view(dim.tensor()).dims()[dim.axis()]));
      case LowOp.IsLarge large -> frame.define(large.result(), isLarge(large));
      case LowOp.ResidentBlocks blocks -> {
        long total = frame.scalar(op, blocks.total());
        long resident = Math.min(total, options.residentBlocks());
        frame.define(blocks.result(), Lanes.scalar(DType.I64, resident));
      }
      case LowOp.TensorMemory tensor -> memory.tensor(tensor);
      case LowOp.AllocMemory alloc -> memory.alloc(alloc);
      case LowOp.ArenaMemory place -> memory.arena(place);
      case LowOp.Load load -> memory.load(load);
      case LowOp.Store store -> memory.store(store);
      case LowOp.Prefetch _ -> {}
      case LowOp.AtomicUpdate update -> memory.update(update);
      case LowOp.CompareAndSet swap -> memory.swap(swap);
      case LowOp.RegisterMemory registers -> memory.registers(registers);
      case LowOp.OfThreads _ ->
          throw new InterpreterException(op, "This block is run by one thread.");
      case LowOp.Grid _, LowOp.If _, LowOp.For _, LowOp.While _, LowOp.Break _, LowOp.Continue _ ->
          throw new IllegalStateException("control is run by Execution");
    }
  }

  /** An address is a multiple of whatever is asked for. */
  private Lanes isLarge(LowOp.IsLarge op) {
    int element = op.tensor().buffer().element().bytes();
    long[] dims = frame.view(op.tensor()).dims();
    long elements = LongStream.of(dims).reduce(1, (a, b) -> a * b);
    boolean areRowsAligned =
        dims.length == 1 || dims[dims.length - 1] * element % op.alignment() == 0;
    boolean isLarge = areRowsAligned && elements * element >= op.bytes();
    return Lanes.scalar(DType.BOOL, isLarge ? 1 : 0);
  }

  private void trap(LowOp.Trap op) {
    Lanes condition = frame.lanes(op.condition());
    for (int lane = 0; lane < condition.count(); lane++) {
      requireWritten(op, op.condition(), condition, lane);
      if (condition.isTrue(lane)) {
        throw new TrapException(op);
      }
    }
  }

  private void print(LowOp.Print op) {
    var line = new StringBuilder(op.heading());
    for (Value value : op.values()) {
      Lanes lanes = frame.lanes(value);
      requireWritten(op, value, lanes, 0);
      line.append(' ').append(text(value.dtype(), lanes.bits(0)));
    }
    options.printer().accept(line.toString());
  }

  private static String text(DType dtype, long bits) {
    return switch (dtype) {
      case BOOL -> Boolean.toString(bits != 0);
      case F32 -> Float.toString((float) Bits.toDouble(dtype, bits));
      case F64, F16, BF16, E4M3, E5M2 -> Double.toString(Bits.toDouble(dtype, bits));
      case I8, I16, I32, I64, U8 -> Long.toString(bits);
    };
  }

  /** A lane of the result is poison where one of an operand is. */
  private void lanewise(Value result, List<Value> operands, LaneFunction function) {
    var lanes = new Lanes(result.dtype(), result.lanes());
    // No stream: nearly all that a kernel does comes by here.
    var sources = new Lanes[operands.size()];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = frame.lanes(operands.get(i));
    }
    long[] bits = new long[sources.length];
    for (int lane = 0; lane < lanes.count(); lane++) {
      for (int i = 0; i < bits.length; i++) {
        bits[i] = sources[i].bits(lane);
        if (sources[i].isPoison(lane)) {
          lanes.setPoison(lane);
        }
      }
      lanes.set(lane, function.apply(bits));
    }
    frame.define(result, lanes);
  }

  private void select(LowOp.Select op) {
    Lanes condition = frame.lanes(op.condition());
    var result = new Lanes(op.result().dtype(), op.result().lanes());
    for (int lane = 0; lane < result.count(); lane++) {
      Value chosen = condition.isTrue(lane) ? op.whenTrue() : op.whenFalse();
      result.copyLane(lane, frame.lanes(chosen), lane);
      if (condition.isPoison(lane)) {
        result.setPoison(lane);
      }
    }
    frame.define(op.result(), result);
  }

  private void fma(LowOp.Fma op) {
    DType dtype = op.result().dtype();
    lanewise(
        op.result(),
        List.of(op.left(), op.right(), op.addend()),
        x ->
            op.exact()
                ? Arithmetic.fma(dtype, x[0], x[1], x[2])
                : Arithmetic.binary(
                    BinaryOperator.ADD,
                    dtype,
                    Arithmetic.binary(BinaryOperator.MUL, dtype, x[0], x[1]),
                    x[2]));
  }

  private void math(LowOp.Math op) {
    DType dtype = op.result().dtype();
    MathFunction function = op.function();
    List<DType> types = op.arguments().stream().map(Value::dtype).toList();
    lanewise(
        op.result(),
        op.arguments(),
        x ->
            Arithmetic.math(
                function,
                dtype,
                Bits.toDouble(types.get(0), x[0]),
                x.length > 1 ? Bits.toDouble(types.get(1), x[1]) : 0));
  }

  private void bitcast(LowOp.Bitcast op) {
    DType to = op.result().dtype();
    lanewise(
        op.result(),
        List.of(op.operand()),
        x ->
            switch (to) {
              case F16, BF16, I16 -> (short) x[0];
              case F32, I32 -> (int) x[0];
              case I8, E4M3, E5M2 -> (byte) x[0];
              case U8 -> x[0] & 0xFF;
              case BOOL -> x[0] & 1;
              case F64, I64 -> x[0];
            });
  }

  private void splat(LowOp.Splat op) {
    Lanes scalar = frame.lanes(op.scalar());
    var result = new Lanes(op.result().dtype(), op.result().lanes());
    for (int lane = 0; lane < result.count(); lane++) {
      result.copyLane(lane, scalar, 0);
    }
    frame.define(op.result(), result);
  }

  private void lanes(LowOp.Lanes op) {
    var result = new Lanes(op.result().dtype(), op.result().lanes());
    for (int lane = 0; lane < result.count(); lane++) {
      result.set(lane, Bits.wrap(result.dtype(), lane));
    }
    frame.define(op.result(), result);
  }

  private void reduceLanes(LowOp.ReduceLanes op) {
    Lanes vector = frame.lanes(op.vector());
    DType dtype = op.result().dtype();
    int count = vector.count();
    long[] bits = new long[count];
    var result = new Lanes(dtype, 1);
    for (int lane = 0; lane < count; lane++) {
      bits[lane] =
          op.kind() == ReduceKind.ABS_MAX
              ? Arithmetic.unary(UnaryOperator.ABS, dtype, vector.bits(lane))
              : vector.bits(lane);
      if (vector.isPoison(lane)) {
        result.setPoison(0);
      }
    }
    while (count > 1) {
      int half = (count + 1) / 2;
      for (int lane = 0; lane + half < count; lane++) {
        bits[lane] = Arithmetic.combine(op.kind(), dtype, bits[lane], bits[lane + half]);
      }
      count = half;
    }
    result.set(0, bits[0]);
    frame.define(op.result(), result);
  }

  private void shuffle(LowOp.Shuffle op) {
    Lanes left = frame.lanes(op.left());
    Lanes right = frame.lanes(op.right());
    var result = new Lanes(op.result().dtype(), op.lanes().size());
    for (int i = 0; i < result.count(); i++) {
      int lane = op.lanes().get(i);
      boolean isLeft = lane < left.count();
      result.copyLane(i, isLeft ? left : right, isLeft ? lane : lane - left.count());
    }
    frame.define(op.result(), result);
  }

  static void requireWritten(Op op, Value value, @Nullable Lanes lanes, int lane) {
    if (lanes != null && lanes.isPoison(lane)) {
      throw new InterpreterException(op, value + " is poison: nothing has written it.");
    }
  }
}
