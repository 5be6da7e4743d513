package dev.kiln.interp;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.DType;
import dev.kiln.ir.Op;
import dev.kiln.ir.Precision;
import dev.kiln.ir.TileOp;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** The tile dialect, but for its loops. */
final class TileExecution {
  private final Frame frame;
  private final GlobalWrites writes;

  TileExecution(Frame frame, GlobalWrites writes) {
    this.frame = frame;
    this.writes = writes;
  }

  void run(TileOp op) {
    switch (op) {
      case TileOp.AllocTile alloc -> frame.define(alloc.tile(), tile(alloc.tile()));
      case TileOp.Anchor anchor ->
          frame.define(
              anchor.view(), frame.view(anchor.source()).anchored(index(op, anchor.indices())));
      case TileOp.Transpose transpose ->
          frame.define(transpose.view(), frame.view(transpose.source()).transposed());
      case TileOp.LoadElement load -> {
        View buffer = frame.view(load.buffer());
        frame.define(
            load.result(),
            Lanes.scalar(buffer.element().computed(), read(op, buffer, index(op, load.indices()))));
      }
      case TileOp.StoreElement store ->
          write(
              op,
              frame.view(store.buffer()),
              frame.scalar(op, store.value()),
              /* isAtomic= */ false,
              index(op, store.indices()));
      case TileOp.AtomicAdd add -> atomicAdd(add);
      case TileOp.Copy copy -> copy(copy);
      case TileOp.Fill fill -> {
        View target = frame.view(fill.target());
        long value = frame.scalar(op, fill.value());
        each(target.extents(), index -> write(op, target, value, false, index));
      }
      case TileOp.Gemm gemm -> gemm(gemm);
      case TileOp.Reduce reduce -> reduce(reduce);
      case TileOp.Parallel _, TileOp.Pipelined _ ->
          throw new IllegalStateException("loops are run by Execution");
    }
  }

  private static View tile(Value value) {
    var type = (Type.TileType) value.type();
    long[] dims = type.shape().extents().stream().mapToLong(extent -> extent).toArray();
    return View.whole(Memory.poison(type.element(), type.shape().elements()), dims, -1);
  }

  private long[] index(Op op, List<Value> indices) {
    return indices.stream().mapToLong(index -> frame.scalar(op, index)).toArray();
  }

  /** An element in its computed type; 0 outside of the buffer. */
  private long read(Op op, View buffer, long... index) {
    long position = buffer.position(index);
    if (position < 0) {
      return 0;
    }
    if (buffer.memory().isPoison(position)) {
      throw new InterpreterException(
          op, "Element %s is read and nothing has written it.".formatted(Arrays.toString(index)));
    }
    return Bits.loaded(buffer.element(), buffer.memory().get(position));
  }

  /** Sets an element from its computed type; nothing happens outside of the buffer. */
  private void write(Op op, View buffer, long value, boolean isAtomic, long... index) {
    long position = buffer.position(index);
    if (position >= 0) {
      writes.write(op, buffer.param(), position, isAtomic);
      DType element = buffer.element();
      buffer.memory().set(position, Bits.stored(element.computed(), element, value));
    }
  }

  private void atomicAdd(TileOp.AtomicAdd op) {
    View buffer = frame.view(op.buffer());
    long[] index = index(op, op.indices());
    DType computed = buffer.element().computed();
    long sum =
        Arithmetic.binary(
            BinaryOperator.ADD, computed, read(op, buffer, index), frame.scalar(op, op.value()));
    write(op, buffer, sum, /* isAtomic= */ true, index);
  }

  private void copy(TileOp.Copy op) {
    View source = frame.view(op.source());
    View target = frame.view(op.target());
    DType from = source.element().computed();
    DType to = target.element().computed();
    each(
        copied(op, source, target),
        index -> {
          long value = read(op, source, trailing(index, source.rank()));
          write(
              op,
              target,
              Bits.cast(from, to, value),
              /* isAtomic= */ false,
              trailing(index, target.rank()));
        });
  }

  /** The extents of what is copied: a tile's, else a tensor's; of two tiles, the smaller rank's. */
  private static long[] copied(TileOp.Copy op, View source, View target) {
    boolean isFromTile = op.source().type() instanceof Type.TileType;
    boolean isToTile = op.target().type() instanceof Type.TileType;
    if (isFromTile && isToTile) {
      return source.rank() <= target.rank() ? source.extents() : target.extents();
    }
    if (isFromTile || isToTile) {
      return (isFromTile ? source : target).extents();
    }
    return (op.source().type() instanceof Type.TensorType ? source : target).extents();
  }

  /** The index in a buffer of another rank: trailing dimensions are aligned, leading ones 0. */
  private static long[] trailing(long[] index, int rank) {
    long[] aligned = new long[rank];
    int common = Math.min(rank, index.length);
    System.arraycopy(index, index.length - common, aligned, rank - common, common);
    return aligned;
  }

  private void gemm(TileOp.Gemm op) {
    View left = frame.view(op.left());
    View right = frame.view(op.right());
    View target = frame.view(op.accumulator());
    DType factor = left.element().computed();
    DType result = target.element().computed();
    DType sumType = factor.bytes() > result.bytes() ? factor : result;
    long depth = left.extents()[1];
    each(
        target.extents(),
        index -> {
          long sum = Bits.cast(result, sumType, read(op, target, index));
          for (long k = 0; k < depth; k++) {
            long a = Bits.cast(factor, sumType, factor(op, read(op, left, index[0], k)));
            long b = Bits.cast(factor, sumType, factor(op, read(op, right, k, index[1])));
            long product = Arithmetic.binary(BinaryOperator.MUL, sumType, a, b);
            sum = Arithmetic.binary(BinaryOperator.ADD, sumType, sum, product);
          }
          write(op, target, Bits.cast(sumType, result, sum), /* isAtomic= */ false, index);
        });
  }

  private static long factor(TileOp.Gemm op, long bits) {
    return switch (op.precision()) {
      case FULL -> bits;
      case TF32 -> Float.floatToRawIntBits(Precision.tf32(Float.intBitsToFloat((int) bits)));
    };
  }

  private void reduce(TileOp.Reduce op) {
    View source = frame.view(op.source());
    View target = frame.view(op.target());
    DType type = source.element().computed();
    DType result = target.element().computed();
    each(
        without(source.extents(), op.axis()),
        rest -> {
          long sum = Arithmetic.identity(op.kind(), type);
          for (long i = 0; i < source.extents()[op.axis()]; i++) {
            sum = Arithmetic.take(op.kind(), type, sum, read(op, source, with(rest, op.axis(), i)));
          }
          long[] at = rest.length == 0 ? new long[1] : rest;
          long reduced = Bits.cast(type, result, sum);
          if (!op.clear()) {
            reduced = Arithmetic.combine(op.kind(), result, read(op, target, at), reduced);
          }
          write(op, target, reduced, /* isAtomic= */ false, at);
        });
  }

  private static long[] without(long[] extents, int axis) {
    long[] rest = new long[extents.length - 1];
    System.arraycopy(extents, 0, rest, 0, axis);
    System.arraycopy(extents, axis + 1, rest, axis, rest.length - axis);
    return rest;
  }

  private static long[] with(long[] rest, int axis, long i) {
    long[] index = new long[rest.length + 1];
    System.arraycopy(rest, 0, index, 0, axis);
    index[axis] = i;
    System.arraycopy(rest, axis, index, axis + 1, rest.length - axis);
    return index;
  }

  /** Calls {@code visitor} with every index below {@code extents}, row by row. */
  private static void each(long[] extents, Consumer<long[]> visitor) {
    long count = Arrays.stream(extents).reduce(1, Math::multiplyExact);
    for (long i = 0; i < count; i++) {
      long[] index = new long[extents.length];
      long rest = i;
      for (int axis = extents.length - 1; axis >= 0; axis--) {
        index[axis] = rest % extents[axis];
        rest /= extents[axis];
      }
      visitor.accept(index);
    }
  }
}
