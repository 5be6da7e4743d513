package dev.kiln.ir;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * The instructions of {@link LowOp.CopyBox}, a row for each rank of a tensor. Whether the box is
 * swizzled, and its elements rounded, is not part of the instruction but of what describes the
 * tensor to it. Source: PTX ISA 9.0, 9.7.9.25.5.2.
 */
public enum BoxInstruction implements Instruction {
  RANK_1,
  RANK_2,
  RANK_3,
  RANK_4,
  RANK_5;

  /** The most elements of a box along one dimension. */
  public static final int MOST_EXTENT = 256;

  /** The row for tensors of {@code rank}. */
  public static Optional<BoxInstruction> of(int rank) {
    return Stream.of(values()).filter(row -> row.rank() == rank).findFirst();
  }

  /** How many dimensions the tensor and the box have. */
  public int rank() {
    return ordinal() + 1;
  }
}
