package dev.kiln.ir;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The instructions of {@link LowOp.LoadMatrices}, a row each: so many matrices of 8 rows of 16
 * bytes, as they are or transposed. Source: PTX ISA 9.0, 9.7.14.5.15.
 */
public enum LoadInstruction implements Instruction {
  X1(1, false),
  X2(2, false),
  X4(4, false),
  X1_TRANSPOSED(1, true),
  X2_TRANSPOSED(2, true),
  X4_TRANSPOSED(4, true);

  private final int count;
  private final boolean isTransposed;

  LoadInstruction(int count, boolean isTransposed) {
    this.count = count;
    this.isTransposed = isTransposed;
  }

  /** The row for so many matrices. */
  public static Optional<LoadInstruction> of(int count, boolean isTransposed) {
    return Stream.of(values())
        .filter(row -> row.count == count && row.isTransposed == isTransposed)
        .findFirst();
  }

  /** How many matrices are loaded. */
  public int count() {
    return count;
  }

  public boolean isTransposed() {
    return isTransposed;
  }

  /** How many bytes an element may have; the hardware transposes pairs of bytes. */
  public Set<Integer> elementBytes() {
    return isTransposed ? Set.of(2) : Set.of(1, 2);
  }
}
