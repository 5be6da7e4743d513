package dev.kiln.lower.flat;

import dev.kiln.ir.Kernel;
import dev.kiln.ir.LowOp;
import dev.kiln.ir.Ops;
import dev.kiln.ir.Type;

/** The on-chip memory of one block, whose parts {@link PlaceMemory} has placed. */
public final class Arena {
  /** Every part begins at a multiple of this, and so must the arena. */
  public static final int ALIGNMENT = 64;

  private Arena() {}

  /** Bytes of scratch memory that a block of {@code kernel} needs. */
  public static long bytes(Kernel kernel) {
    long[] end = {0};
    Ops.walk(
        kernel.body(),
        op -> {
          if (op instanceof LowOp.ArenaMemory part
              && part.memory().type() instanceof Type.MemoryType memory) {
            long bytes = align(part.elements() * memory.element().bytes());
            end[0] = Math.max(end[0], part.byteOffset() + bytes);
          }
        });
    return end[0];
  }

  /** The bytes that a part of {@code bytes} takes up. */
  public static long align(long bytes) {
    return Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
  }
}
