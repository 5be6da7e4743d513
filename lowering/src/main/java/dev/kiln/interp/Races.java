package dev.kiln.interp;

import dev.kiln.ir.Op;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Which block has written which element of the tensors, to find two that write the same. */
final class Races {
  /** The last writer of an element. */
  private record Writer(long block, boolean isAtomic) {}

  private final List<Map<Long, Writer>> writers;

  Races(int params) {
    this.writers =
        IntStream.range(0, params).<Map<Long, Writer>>mapToObj(_ -> new HashMap<>()).toList();
  }

  void write(Op op, int param, long position, long block, boolean isAtomic) {
    Writer before = writers.get(param).put(position, new Writer(block, isAtomic));
    if (before != null && before.block() != block && !(before.isAtomic() && isAtomic)) {
      throw new InterpreterException(
          op,
          "Blocks %s and %s both write element %s of parameter %s."
              .formatted(
                  Math.min(before.block(), block),
                  Math.max(before.block(), block),
                  position,
                  param));
    }
  }
}
