package dev.kiln.ir;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * The instructions of {@link LowOp.StartCopy}, a row for each number of bytes. Source: PTX ISA 9.0,
 * 9.7.9.25.3.1.
 */
public enum ChunkInstruction implements Instruction {
  /** One element of fewer bytes than the hardware copies by itself: the thread moves it. */
  ELEMENT(1),
  BYTES_4(4),
  BYTES_8(8),
  /** Past the first cache. */
  BYTES_16(16);

  private final int bytes;

  ChunkInstruction(int bytes) {
    this.bytes = bytes;
  }

  /** The row for so many elements. */
  public static Optional<ChunkInstruction> of(int elements, DType element) {
    int all = elements * element.bytes();
    return Stream.of(values())
        .filter(row -> row == ELEMENT ? elements == 1 && all < BYTES_4.bytes : row.bytes == all)
        .findFirst();
  }

  /** How many bytes are copied; the least for {@link #ELEMENT}. */
  public int bytes() {
    return bytes;
  }
}
