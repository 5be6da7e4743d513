package dev.kiln.lower.instruction;

import dev.kiln.ir.BinaryOperator;
import dev.kiln.ir.OpBuilder;
import dev.kiln.ir.Type;
import dev.kiln.ir.Value;
import dev.kiln.lower.tileop.Indices;

/**
 * Memory of the block whose chunks of 16 bytes are permuted among the 8 of each 128 bytes, by the
 * number of these 128 bytes: bits 4 to 6 of an address are changed by its bits 7 to 9.
 *
 * @param start the address where it begins
 */
record SwizzledMemory(Value memory, long start) {
  static final int LINE_BYTES = 128;
  private static final int CHUNK_BYTES = 16;
  private static final int CHUNKS = LINE_BYTES / CHUNK_BYTES;

  int elementBytes() {
    return ((Type.MemoryType) memory.type()).element().bytes();
  }

  /** The index of what would be at {@code index} without the swizzle. */
  Value at(Value index, OpBuilder out) {
    Value address = Indices.plus(Indices.times(index, elementBytes(), out), start, out);
    Value line = Indices.remainder(Indices.divide(address, LINE_BYTES, out), CHUNKS, out);
    Value change = Indices.times(line, CHUNK_BYTES, out);
    Value changed = out.binary(BinaryOperator.XOR, address, change);
    return Indices.divide(Indices.plus(changed, -start, out), elementBytes(), out);
  }
}
