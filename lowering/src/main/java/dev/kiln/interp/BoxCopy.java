package dev.kiln.interp;

import dev.kiln.ir.LowOp;
import dev.kiln.ir.Precision;
import java.util.List;

/**
 * A copy of a box of a tensor that is under way beside the threads.
 *
 * @param tensor as the threads of the block see it
 * @param target where it goes, from element {@code index} on
 * @param moment when it is over, and what came before
 */
record BoxCopy(
    LowOp.CopyBox op, View tensor, List<Long> origin, Memory target, long index, Moment moment) {

  /** Hardware copies lines of so many bytes. */
  private static final int LINE_BYTES = 128;

  /** Lines whose chunks are permuted in a way of their own each, 8 of them. */
  private static final int SWIZZLED_BYTES = 1024;

  private static final int CHUNK_BYTES = 16;

  BoxCopy {
    origin = List.copyOf(origin);
    requireAligned(op, tensor);
    requireFits(op, target, index);
  }

  private static void requireAligned(LowOp.CopyBox op, View tensor) {
    long[] dims = tensor.dims();
    int bytes = tensor.element().bytes();
    int rowBytes = op.extents().getLast() * bytes;
    if (dims.length > 1 && dims[dims.length - 1] * bytes % CHUNK_BYTES != 0) {
      throw new InterpreterException(op, "Rows of the tensor begin at no multiples of 16 bytes.");
    }
    if (rowBytes % CHUNK_BYTES != 0) {
      throw new InterpreterException(
          op, "Rows of the box, %s bytes, are no multiples of 16 bytes.".formatted(rowBytes));
    }
    if (op.isSwizzled() && rowBytes != LINE_BYTES) {
      throw new InterpreterException(
          op, "Swizzled rows have 128 bytes, not %s.".formatted(rowBytes));
    }
  }

  private static void requireFits(LowOp.CopyBox op, Memory target, long index) {
    int unit = op.isSwizzled() ? SWIZZLED_BYTES : LINE_BYTES;
    if (!target.holds(index) || !target.holds(index + size(op) - 1)) {
      throw new InterpreterException(
          op, "The box from element %s on is outside of the memory.".formatted(index));
    }
    if (target.at(index) % unit != 0) {
      throw new InterpreterException(
          op, "The box goes to byte %s, no multiple of %s.".formatted(target.at(index), unit));
    }
  }

  private static long size(LowOp.CopyBox op) {
    return op.extents().stream().mapToLong(extent -> extent).reduce(1, (a, b) -> a * b);
  }

  /** The bytes that are counted off, those outside of the tensor, too. */
  long bytes() {
    return size(op) * target.element().bytes();
  }

  /** Copies all of it. */
  void run() {
    long size = size(op);
    for (long element = 0; element < size; element++) {
      long position = position(element);
      long to = op.isSwizzled() ? target.swizzled(index + element) : index + element;
      long bits = position < 0 ? 0 : read(position);
      write(to, op.isRounded() ? rounded(bits) : bits);
    }
  }

  private static long rounded(long bits) {
    return Float.floatToRawIntBits(Precision.tf32(Float.intBitsToFloat((int) bits)));
  }

  /** The position in the tensor of an element of the box; -1 where it is outside. */
  private long position(long element) {
    long[] at = new long[origin.size()];
    long rest = element;
    for (int axis = at.length - 1; axis >= 0; axis--) {
      int extent = op.extents().get(axis);
      at[axis] = origin.get(axis) + rest % extent;
      rest /= extent;
    }
    return tensor.position(at);
  }

  private long read(long position) {
    Memory memory = tensor.memory();
    if (memory.ledger() instanceof Accesses accesses) {
      int at = memory.at(position);
      RaceException race = accesses.read(op, moment, at, memory.element().bytes());
      if (race != null) {
        throw race;
      }
      accesses.requireOfEarlierBlocks(op, moment, at, memory.element().bytes());
    }
    return memory.get(position);
  }

  private void write(long to, long bits) {
    if (target.ledger() instanceof Accesses accesses) {
      int at = target.at(to);
      accesses.requirePublished(op, moment, at, target.element().bytes());
      accesses.write(op, moment, at, target.element().bytes(), /* isSame= */ false);
    }
    target.set(to, bits);
  }
}
