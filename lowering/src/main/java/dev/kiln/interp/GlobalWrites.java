package dev.kiln.interp;

import dev.kiln.ir.Op;
import org.jspecify.annotations.Nullable;

/** Watches what the blocks write to tensors, for races if asked to. */
final class GlobalWrites {
  private final @Nullable Races races;
  private long block;

  GlobalWrites(@Nullable Races races) {
    this.races = races;
  }

  /** From here on {@code block} writes. */
  void enter(long block) {
    this.block = block;
  }

  /** An element of the tensor parameter {@code param}, or of on-chip memory where that is -1. */
  void write(Op op, int param, long position, boolean isAtomic) {
    if (races != null && param >= 0) {
      races.write(op, param, position, block, isAtomic);
    }
  }
}
