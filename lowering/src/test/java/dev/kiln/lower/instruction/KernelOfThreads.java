package dev.kiln.lower.instruction;

import dev.kiln.interp.TensorData;
import dev.kiln.ir.DType;
import dev.kiln.ir.Kernel;
import dev.kiln.ir.Loc;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Param;
import dev.kiln.ir.Scope;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.ir.Values;
import dev.kiln.lower.tileop.Indices;
import java.util.ArrayList;
import java.util.List;

/** A kernel of one block that is being built, with its arguments. */
final class KernelOfThreads {
  private static final Loc LOC = Loc.text("k.ir", 1, 1);

  private final Values values = Values.fresh();
  private final OpBuilder out = new OpBuilder(values, LOC);
  private final List<Param> params = new ArrayList<>();
  private final List<TensorData> arguments = new ArrayList<>();
  private final int threads;
  private final Value thread;
  private final Value no;

  KernelOfThreads(int threads) {
    this.threads = threads;
    thread = Threads.index(out);
    no = out.constant(Type.BOOL, 0);
  }

  /** Where operations are added. */
  OpBuilder out() {
    return out;
  }

  /** The number of the thread, I64. */
  Value thread() {
    return thread;
  }

  Value no() {
    return no;
  }

  /** A parameter with its argument. */
  Value whole(TensorData data) {
    var type = new Type.TensorType(data.dtype(), data.dims().size());
    Value tensor = values.value(type);
    params.add(new Param("p" + params.size(), tensor, List.of(), LOC));
    arguments.add(data);
    return tensor;
  }

  /** The memory of a parameter with its argument. */
  Value tensor(TensorData data) {
    Value tensor = whole(data);
    Value memory = values.value(new Type.MemoryType(data.dtype(), Scope.GLOBAL));
    out.add(new LowOp.TensorMemory(memory, tensor, LOC));
    return memory;
  }

  Value registers(DType dtype, int count) {
    return WarpRegisters.memory(dtype, count, out);
  }

  Value shared(DType dtype, int elements, int byteOffset) {
    Value memory = values.value(new Type.MemoryType(dtype, Scope.SHARED));
    out.add(new LowOp.ArenaMemory(memory, byteOffset, elements, LOC));
    return memory;
  }

  /** Loads {@code count} registers from {@code first} on of each thread. */
  void toRegisters(Value tensor, Value registers, int first, int count) {
    Value start = Indices.times(thread, count, out);
    for (int i = 0; i < count; i++) {
      Value element = out.load(tensor, Indices.plus(start, i, out), 1, null);
      out.store(registers, out.i64(first + i), element, null);
    }
  }

  /** The other way. */
  void fromRegisters(Value registers, int first, int count, Value tensor) {
    Value start = Indices.times(thread, count, out);
    for (int i = 0; i < count; i++) {
      Value element = out.load(registers, out.i64(first + i), 1, null);
      out.store(tensor, Indices.plus(start, i, out), element, null);
    }
  }

  /** Moves elements to the block's memory, each by some thread. */
  void toShared(Value tensor, Value memory, int size) {
    each(size, (body, i) -> body.store(memory, i, body.load(tensor, i, 1, null), null));
  }

  void fromShared(Value memory, Value tensor, int size) {
    fromShared(memory, 0, tensor, size);
  }

  /** The other way, from {@code first} on, each by another thread. */
  void fromShared(Value memory, int first, Value tensor, int size) {
    each(
        size,
        (body, i) -> {
          Value from = Indices.subtract(body.i64(first + size - 1L), i, body);
          Value to = Indices.subtract(body.i64(size - 1L), i, body);
          body.store(tensor, to, body.load(memory, from, 1, null), null);
        });
  }

  private void each(int size, OpBuilder.LoopBody move) {
    out.loop(thread, out.i64(size), threads, move);
  }

  Kernel build() {
    var begin = new OpBuilder(values, LOC);
    Value one = begin.i32(1);
    begin.add(
        new LowOp.Grid(List.of(values.value(Type.I32)), List.of(one), out.build(), LOC)
            .sharedOut(threads, out.build()));
    return new Kernel("k", params, begin.build(), LOC);
  }

  /** Copies of the arguments. */
  List<TensorData> arguments() {
    return arguments.stream().map(TensorData::copy).toList();
  }
}
